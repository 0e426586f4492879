import { expect, test } from 'vitest'
import { OrderReader } from '#main/orders/order-reader.ts'
import { createOrdersJob } from '#main/sync/jobs/orders.ts'
import type { Order } from '#shared/model/order/order.ts'
import { makeOrder } from '../../insight/make.ts'
import { runOf, startSync } from '../harness.ts'

function start(lists: Record<string, readonly Order[]>) {
  const sync = startSync()
  sync.broker.details = { ...sync.broker.details, accountIds: Object.keys(lists) }
  sync.broker.responses.listOrders = ({ accountId }) => ({ rows: [...(lists[accountId] ?? [])], malformed: [] })
  const reader = new OrderReader(sync.context)
  const job = createOrdersJob(sync.context, reader)
  /** Runs the job for this time, with the pauses of the runner. Returns the accounts that were read. */
  const readFor = async (ms: number): Promise<string[]> => {
    const before = sync.broker.calls.length
    const end = sync.clock.now() + ms
    for (let round = 0; round < 500; round++) {
      await job.run(runOf())
      const delayMs = job.nextDelayMs() ?? Infinity
      if (sync.clock.now() + delayMs > end) break
      await sync.clock.advance(delayMs)
    }
    await sync.clock.advance(Math.max(0, end - sync.clock.now()))
    return sync.broker.calls.slice(before).map(({ input }) => (input as { accountId: string }).accountId)
  }
  return { ...sync, reader, job, readFor }
}
const working = (accountId: string) => [makeOrder({ accountId })]
const finished = (accountId: string) => [makeOrder({ accountId, status: 'ORDER_STATUS_FILLED' })]

test('while orders are on screen, accounts with a working order are read every few seconds', async () => {
  const { attention, readFor, job } = start({ A: working('A'), B: finished('B') })
  await job.run(runOf())
  attention.set('view', [], true, true)
  const read = await readFor(44_000)
  expect(read.filter((id) => id === 'A')).toHaveLength(11)
  expect(read.filter((id) => id === 'B').length).toBeLessThanOrEqual(3)
})

test('many accounts with working orders share the rate', async () => {
  const ids = Array.from({ length: 10 }, (_, i) => `A${i}`)
  const { attention, readFor, job } = start(Object.fromEntries(ids.map((id) => [id, working(id)])))
  await job.run(runOf())
  attention.set('view', [], true, true)
  expect((await readFor(40_000)).length).toBeLessThanOrEqual(30)
})

test('a working order is read twice a minute with a visible window, otherwise once', async () => {
  const { attention, clock, job } = start({ A: working('A') })
  await job.run(runOf())
  expect(job.nextDelayMs()).toBe(60_000)
  attention.set('view', [], true)
  expect(job.nextDelayMs()).toBe(30_000)
  await clock.advance(10_000)
  expect(job.nextDelayMs()).toBe(20_000)
})

test('without a working order accounts are read seldom, and a click of the user reads all of them immediately', async () => {
  const { job, broker } = start({ A: finished('A'), B: [] })
  await job.run(runOf())
  expect(job.nextDelayMs()).toBeGreaterThanOrEqual(5 * 60_000)
  await job.run(runOf())
  expect(broker.count('listOrders')).toBe(2)
  await job.run(runOf('user'))
  expect(broker.count('listOrders')).toBe(4)
  expect(broker.calls.at(-1)?.purpose).toBe('user')
})

test('a reading is stored in the journal and the cache, and published', async () => {
  const { job, cache, journal, topics } = start({ A: working('A') })
  await job.run(runOf())
  expect(cache.orders.list('A')[0]?.orders).toEqual(working('A'))
  expect(journal.orders.changes('A', null, 9)).toMatchObject([{ kind: 'found' }])
  expect(topics).toEqual(['orders.changed'])
})

test('a response to an earlier request than the stored one is dropped', async () => {
  const { reader, broker, cache, journal } = start({ A: working('A') })
  const responders: ((orders: Order[]) => void)[] = []
  broker.responses.listOrders = () =>
    new Promise((resolve) => responders.push((rows) => resolve({ rows, malformed: [] })))
  const options = { purpose: 'user', signal: new AbortController().signal } as const
  const [early, late] = [reader.read('A', options), reader.read('A', options)]
  responders[1]?.([...finished('A')])
  await late
  responders[0]?.([...working('A')])
  expect((await early).orders).toEqual(working('A'))
  expect(cache.orders.list('A')[0]?.orders).toEqual(finished('A'))
  expect(journal.orders.changes('A', null, 9).map(({ kind }) => kind)).toEqual(['found'])
})
