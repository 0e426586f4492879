import { Notification } from 'electron'
import type { Client } from '../../shared/client.ts'
import { gatherNotices, type Gathered } from '../../shared/gather-notices.ts'
import type { Clock } from '../clock.ts'
import { showMainWindow, type WindowFiles } from './window.ts'

interface NotifyOptions {
  readonly client: Client
  readonly clock: Clock
  readonly files: WindowFiles
  readonly logFault: (where: string, error: unknown) => void
}

const snoozeMs = 60 * 60_000

/** Shows what a person is to be told by the system's own means; each leads to its screen. */
export function showNotices({ client, clock, files, logFault }: NotifyOptions): void {
  if (!Notification.isSupported()) return
  const onFault = (error: unknown): void => logFault('notices', error)
  // One that nobody holds is collected, and its click with it.
  const shown = new Set<Notification>()

  function show({ ids, title, body, href, ruleId }: Gathered): void {
    const actions = ruleId === null ? [] : [{ type: 'button' as const, text: 'Snooze for an hour' }]
    const notification = new Notification({ title, body, actions })
    shown.add(notification)
    notification.on('close', () => shown.delete(notification))
    notification.on('click', () => {
      shown.delete(notification)
      for (const id of ids) void client.call('notices.read', { id }).catch(onFault)
      showMainWindow(files, href)
    })
    notification.on('action', () => {
      if (ruleId !== null)
        void client.call('alerts.snooze', { id: ruleId, until: clock.now() + snoozeMs }).catch(onFault)
    })
    notification.show()
  }

  gatherNotices({ client, now: () => clock.now(), after: (ms, run) => clock.after(ms, run), show, onFault })
}
