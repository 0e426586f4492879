import { bucketOrder } from '../../insight/order-bucket.ts'
import { readAccountIds } from '../account-ids.ts'
import type { SyncContext } from '../context.ts'
import { mayTrade, opensInMs } from '../followed.ts'
import { purposeOf, type Job } from '../job.ts'
import { noteMalformed } from '../set-aside.ts'
import { settleAll } from '../settle-all.ts'

const workingMs = 15_000
const quietMs = 60_000
/** Nobody looks, or nothing trades; and where no order works either, nothing is likely to change. */
const slowMs = 5 * 60_000
const closedMs = 15 * 60_000
const idleMs = 60 * 60_000

/** Reads each account's orders: quicker while one works and somebody looks, hardly ever where nothing can change. */
export function createOrdersJob(context: SyncContext): Job {
  const { broker, cache, attention, clock, publish } = context
  const someWork = (): boolean =>
    cache.orders.list(null).some(({ orders }) => orders.some((order) => bucketOrder(order.status) === 'working'))
  return {
    name: 'orders',
    title: 'Orders',
    async run(run) {
      const purpose = purposeOf(run, attention.isWatched ? 'visible' : 'held')
      const ids = await readAccountIds(context, run.signal)
      await settleAll(
        ids.map(async (accountId) => {
          const answer = await broker.call('listOrders', { accountId }, { purpose, signal: run.signal })
          cache.orders.replaceOrders(accountId, answer.rows, clock.now())
          noteMalformed(context, 'listOrders', answer)
          publish('orders.changed', { accountId })
        }),
      )
    },
    nextDelayMs() {
      const followed = context.readFollowed()
      const { isWatched } = attention
      if (mayTrade(followed)) return someWork() ? (isWatched ? workingMs : quietMs) : isWatched ? quietMs : slowMs
      return Math.min(isWatched || someWork() ? closedMs : idleMs, opensInMs(followed, clock.now()))
    },
  }
}
