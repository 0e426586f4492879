import type { Client } from '../../../shared/client.ts'
import { gatherNotices, type Gathered } from '../../../shared/gather-notices.ts'
import type { Clock } from '../../clock.ts'
import type { Notifier } from './notifier.ts'

interface NoticeOptions {
  readonly client: Client
  readonly clock: Clock
  readonly notifier: Notifier
  readonly open: (hash: string) => void
  readonly logFault: (where: string, error: unknown) => void
}

const snoozeMs = 60 * 60_000

/** Shows what a person is to be told by the system's own means; each leads to its screen. */
export function showNotices({ client, clock, notifier, open, logFault }: NoticeOptions): void {
  const onFault = (error: unknown): void => logFault('notices', error)

  function snooze(id: string): void {
    void client.call('alerts.snooze', { id, until: clock.now() + snoozeMs }).catch(onFault)
  }

  function show({ ids, title, body, href, ruleId }: Gathered): void {
    const actions = ruleId === null ? [] : [{ label: 'Snooze for an hour', run: () => snooze(ruleId) }]
    const onClick = (): void => {
      // Of several each is still to be looked at: the log that opens says which are new.
      const [only, ...others] = ids
      if (only !== undefined && others.length === 0) void client.call('notices.read', { id: only }).catch(onFault)
      open(href)
    }
    notifier.show({ title, body, actions, onClick }).catch(onFault)
  }

  gatherNotices({ client, now: () => clock.now(), after: (ms, run) => clock.after(ms, run), show, onFault })
}
