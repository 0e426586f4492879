import { minuteMs } from '../../../shared/durations.ts'
import type { Client } from '../../../shared/client.ts'
import { gatherNotices, type NoticeGroup } from '../../../shared/text/gather-notices.ts'
import type { Clock } from '../../time/clock.ts'

/** The content of one notification. */
export interface SystemNotification {
  readonly title: string
  readonly body: string
  /** Further actions, for systems that show buttons. */
  readonly actions: readonly { readonly label: string; readonly run: () => void }[]
  readonly onClick: () => void
}

/** Shows notifications with the system's own service. */
export interface Notifier {
  /** Rejects when the system cannot show it. */
  show(notification: SystemNotification): Promise<void>
}

interface NoticeOptions {
  readonly client: Client
  readonly clock: Clock
  readonly notifier: Notifier
  readonly open: (hash: string) => void
  readonly logFault: (where: string, error: unknown) => void
}

const snoozeMs = 60 * minuteMs

/** Shows notices as system notifications; a click opens the notice's screen. */
export function showNotices({ client, clock, notifier, open, logFault }: NoticeOptions): void {
  const onFault = (error: unknown): void => logFault('notices', error)

  function snooze(id: string): void {
    void client.call('alerts.snooze', { id, until: clock.now() + snoozeMs }).catch(onFault)
  }

  function show({ ids, title, body, href, ruleId }: NoticeGroup): void {
    const actions = ruleId === null ? [] : [{ label: 'Snooze for 1 hour', run: () => snooze(ruleId) }]
    const onClick = (): void => {
      // Several grouped notices stay unread: the alert history that opens marks the new ones.
      const [first, ...further] = ids
      if (first !== undefined && further.length === 0) void client.call('notices.read', { id: first }).catch(onFault)
      open(href)
    }
    notifier.show({ title, body, actions, onClick }).catch(onFault)
  }

  gatherNotices({ client, now: () => clock.now(), after: (ms, run) => clock.after(ms, run), show, onFault })
}
