import type { Client } from '#shared/client.ts'
import { minuteMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import { gatherNotices, type NoticeGroup } from '#shared/text/alerts/gather-notices.ts'
import type { Clock } from '../../time/clock.ts'

/** The content of one notification. */
export interface SystemNotification {
  readonly title: string
  readonly body: string
  /** Further actions, for systems that show buttons. */
  readonly actions: readonly { readonly label: string; readonly run: () => void }[]
  readonly onClick: () => void
}

/** Shows notifications with the service of the system. */
export interface Notifier {
  /** Rejects when the system cannot show it. */
  show(notification: SystemNotification): Promise<void>
  /** Removes notifications that are still on screen. Rejects when the system cannot. */
  clear(): Promise<void>
}

interface NoticeOptions {
  /** A client that works while the app is locked, because alerts are checked then too. */
  readonly client: Client
  /** A client that refuses while the app is locked, for the actions of a notification. */
  readonly shown: Client
  readonly lock: { readonly isLocked: boolean }
  readonly clock: Clock
  readonly notifier: Notifier
  readonly open: (hash: string) => void
  readonly logFault: (where: string, error: unknown) => void
}

const snoozeMs = 60 * minuteMs

/**
 * Shows notices as system notifications; a click opens the notice's screen. While the app is locked, a notification says only
 * that there is an alert. The returned function stops it.
 */
export function showNotices({ client, shown, lock, clock, notifier, open, logFault }: NoticeOptions): () => void {
  const onFault = (error: unknown): void => logFault('notices', error)

  function snooze(id: string): void {
    void shown.call('alerts.snooze', { id, until: clock.now() + snoozeMs }).catch(onFault)
  }

  function showLocked(count: number): void {
    const title = m.desktop_count_alerts_while_locked({ count })
    const body = m.desktop_open_tidemark_to_read_more()
    notifier.show({ title, body, actions: [], onClick: () => open('#/alerts') }).catch(onFault)
  }

  function show({ ids, title, body, href, ruleId }: NoticeGroup): void {
    if (lock.isLocked) return showLocked(ids.length)
    const actions = ruleId === null ? [] : [{ label: m.desktop_snooze_for_1_hour(), run: () => snooze(ruleId) }]
    const onClick = (): void => {
      // Grouped notices stay unread. The alert history, which opens, marks new ones.
      const [first, ...further] = ids
      if (first !== undefined && further.length === 0) void shown.call('notices.read', { id: first }).catch(onFault)
      open(href)
    }
    notifier.show({ title, body, actions, onClick }).catch(onFault)
  }

  return gatherNotices({ client, now: () => clock.now(), after: (ms, run) => clock.after(ms, run), show, onFault })
}
