import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { nameNotices } from '../name-notices.ts'

type AlertHandlers = Pick<Handlers, Extract<keyof Handlers, `alerts.${string}` | `notices.${string}`>>

/** Alert rules and notices. */
export const createAlertHandlers = ({ current }: HandlerContext): AlertHandlers => ({
  'alerts.list': () => current().alerts.list(),
  'alerts.save'({ id, draft }) {
    const row = current().alerts.save(id, draft)
    // The rule may need a quote that no job has requested yet.
    for (const job of ['schedules', 'quotes'] as const) current().scheduler.wake(job, 'schedule')
    return row
  },
  'alerts.remove': ({ id }) => current().alerts.remove(id),
  'alerts.snooze': ({ id, until }) => current().alerts.snooze(id, until),
  'alerts.preview': ({ draft }) => current().alerts.preview(draft),
  'notices.list': ({ limit }) => {
    const { cache, journal } = current()
    const { notices } = journal
    return { rows: nameNotices(cache, notices.list(limit)), unread: notices.unread() }
  },
  'notices.read': ({ id }) => current().alerts.markRead(id),
})
