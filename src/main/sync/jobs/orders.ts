import { minuteMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import { bucketOrder } from '../../insight/orders/order-bucket.ts'
import type { OrderReader } from '../../orders/order-reader.ts'
import type { SyncContext } from '../context.ts'
import { mayTrade, opensInMs } from '../interest/followed.ts'
import { isQuiet, nextHeartbeat } from '../quiet-hours.ts'
import { purposeOf, type Job, settleAll } from '../scheduler/job.ts'
import { readAccountIds } from './accounts.ts'

/** Orders are on screen and at least one is working. Accounts share this rate, so that it stays a sixth of the minute's requests. */
const quick = { minMs: 4_000, perAccountMs: 2_000 }
/** Orders are on screen and none is working: an order placed in another program should appear soon. */
const shownMs = 15_000
/** An order is working: with and without a visible window. */
const workingMs = { watched: 30_000, unwatched: minuteMs }
/** No order is working. */
const restingMs = { watched: minuteMs, unwatched: 5 * minuteMs }
/** No market is open: almost nothing can change. */
const closedMs = 15 * minuteMs

/** Reads each account's orders: often while an order is working and orders are on screen, otherwise seldom. */
export function createOrdersJob(context: SyncContext, reader: OrderReader): Job {
  const { cache, attention, clock, broker, openedAt } = context

  /** Returns a function for the time from one reading of an account (`ageMs` ago) to the next, ms. */
  function intervals(): (accountId: string, ageMs: number) => number {
    const working = new Set(
      cache.orders
        .list(null)
        .filter(({ orders }) => orders.some(({ status }) => bucketOrder(status) === 'working'))
        .map(({ accountId }) => accountId),
    )
    const { isWindowVisible, showsOrders } = attention
    const seen = isWindowVisible ? 'watched' : 'unwatched'
    const quiet = isQuiet(context)
    const isClosed = !mayTrade(context.readFollowed())
    const workingAccountMs = showsOrders ? Math.max(quick.minMs, quick.perAccountMs * working.size) : workingMs[seen]
    const restingAccountMs = showsOrders ? shownMs : isClosed ? closedMs : restingMs[seen]
    return (accountId, ageMs) => {
      if (working.has(accountId)) return workingAccountMs
      const readAt = clock.now() - ageMs
      return quiet ? nextHeartbeat(readAt, openedAt) - readAt : restingAccountMs
    }
  }

  function remainingMs(accountIds: readonly string[]): number[] {
    const intervalOf = intervals()
    return accountIds.map((id) => {
      const readAt = reader.readAt(id)
      if (readAt === null) return 0
      const ageMs = clock.monotonic() - readAt
      return Math.max(0, intervalOf(id, ageMs) - ageMs)
    })
  }

  return {
    name: 'orders',
    title: m.sync_orders,
    async run(run) {
      const purpose = purposeOf(run, attention.isWindowVisible ? 'visible' : 'held')
      const ids = await readAccountIds(context, run.signal)
      const remaining = remainingMs(ids)
      const due = run.requestedBy === 'user' ? ids : ids.filter((_, index) => (remaining[index] ?? 0) <= 0)
      await settleAll(due.map((accountId) => reader.read(accountId, { purpose, signal: run.signal })))
    },
    nextDelayMs() {
      const opensMs = opensInMs(context.readFollowed(), clock.now())
      const remaining = remainingMs(broker.session()?.accountIds ?? [])
      return Math.max(minPauseMs, Math.min(longestMs, opensMs, ...remaining))
    },
  }
}

/** The job runs at least this often, because an account may be added. */
const longestMs = 60 * minuteMs
/** Timers may fire slightly early. */
const minPauseMs = 250
