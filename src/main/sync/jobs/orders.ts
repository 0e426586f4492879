import { minuteMs } from '../../../shared/durations.ts'
import { bucketOrder } from '../../insight/orders/order-bucket.ts'
import type { OrderReader } from '../../orders/order-reader.ts'
import { readAccountIds } from './account-ids.ts'
import type { SyncContext } from '../context.ts'
import { mayTrade, opensInMs } from '../interest/followed.ts'
import { purposeOf, type Job } from '../scheduler/job.ts'
import { isQuiet, nextBeat } from '../quiet-hours.ts'
import { settleAll } from '../scheduler/all-or-first-error.ts'

/** A window shows orders, and one of them is working. Many accounts share the pace, so that it stays a sixth of the minute. */
const quick = { minMs: 4_000, perAccountMs: 2_000 }
/** Somebody looks, and none works: one placed elsewhere should show soon. */
const shownMs = 15_000
/** One works: while a window is open, and while none is. */
const workingMs = { watched: 30_000, unwatched: minuteMs }
/** None works. */
const restingMs = { watched: minuteMs, unwatched: 5 * minuteMs }
/** Nothing trades: hardly anything can change. */
const closedMs = 15 * minuteMs

/** Reads each account's orders: quickly while one works and orders are on screen, else now and then. */
export function createOrdersJob(context: SyncContext, reader: OrderReader): Job {
  const { cache, attention, clock, broker, openedAt } = context

  /** From one reading of an account, so long ago, to the next. */
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
    const ofWorking = showsOrders ? Math.max(quick.minMs, quick.perAccountMs * working.size) : workingMs[seen]
    const ofResting = showsOrders ? shownMs : isClosed ? closedMs : restingMs[seen]
    return (accountId, ageMs) => {
      if (working.has(accountId)) return ofWorking
      const readAt = clock.now() - ageMs
      return quiet ? nextBeat(readAt, openedAt) - readAt : ofResting
    }
  }

  function leftMs(accountIds: readonly string[]): number[] {
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
    title: 'Orders',
    async run(run) {
      const purpose = purposeOf(run, attention.isWindowVisible ? 'visible' : 'held')
      const ids = await readAccountIds(context, run.signal)
      const left = leftMs(ids)
      const due = run.askedBy === 'person' ? ids : ids.filter((_, index) => (left[index] ?? 0) <= 0)
      await settleAll(due.map((accountId) => reader.read(accountId, { purpose, signal: run.signal })))
    },
    nextDelayMs() {
      const opensMs = opensInMs(context.readFollowed(), clock.now())
      const left = leftMs(broker.session()?.accountIds ?? [])
      return Math.max(minPauseMs, Math.min(longestMs, opensMs, ...left))
    },
  }
}

/** An account may be added. */
const longestMs = 60 * minuteMs
/** For timers that ring a little early. */
const minPauseMs = 250
