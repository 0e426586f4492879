import { expect, test } from 'vitest'
import { compareOrder } from '#main/insight/orders/order-changes.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { d, makeAccount, makeDetails, makeOrder, makePosition } from '../../insight/make.ts'
import { startHandlers } from '../rig.ts'

const all = { accountId: null }

test('a visit is stored in the profile, and its missed period starts at the end of the last visit', async () => {
  const { client, clock } = startHandlers()
  const first = clock.now()
  expect(await client.call('visits.note')).toEqual({ since: null, seenAt: first })
  await clock.advance(60 * minuteMs)
  expect(await client.call('visits.note')).toEqual({ since: first, seenAt: clock.now() })
  await clock.advance(minuteMs)
  expect(await client.call('visits.note')).toEqual({ since: first, seenAt: clock.now() })
  expect(await client.call('visits.markSeen')).toEqual({ since: clock.now(), seenAt: clock.now() })
})

test('only what happened since then is listed', async () => {
  const { client, cache, journal, clock } = startHandlers()
  const now = clock.now()
  const since = now - dayMs
  cache.accounts.replaceAccount(makeAccount({ positions: [makePosition()] }), now)
  cache.instrumentDetails.put(makeDetails({ name: 'Triple A' }), now)
  const rows = [makeTransaction('old', since), makeTransaction('new', since + 1), makeTransaction('newer', now)]
  await cache.transactions.store('1900001', pack(rows), now, null)
  const order = makeOrder()
  const record = (at: number, change: Partial<typeof order>) =>
    journal.orders.record(
      { accountId: order.accountId, orders: [{ ...order, ...change }], isComplete: true, at },
      compareOrder,
    )
  record(since - 2, { executedQuantity: d('0') })
  record(since - 1, { executedQuantity: d('3'), status: 'ORDER_STATUS_PARTIALLY_FILLED' })
  record(since + 5, { executedQuantity: d('10'), status: 'ORDER_STATUS_FILLED' })
  const notice = { cause: 'fired', ruleId: null, condition: { kind: 'service', minutes: 5 }, note: '' } as const
  for (const [id, at] of [
    ['n1', since],
    ['n2', since + 1],
  ] as const)
    journal.notices.add({ ...notice, id, at, facts: [], caveats: [] })
  const happened = await client.call('visits.read', { ...all, since })
  expect(happened.transactions.rows.map(({ transaction }) => transaction.id)).toEqual(['newer', 'new'])
  expect(happened.transactions.isMore).toBe(false)
  expect(happened.executions).toMatchObject([{ kind: 'filled', filledBy: '7', name: 'Triple A', side: 'SIDE_BUY' }])
  expect(happened.notices.map(({ id }) => id)).toEqual(['n2'])
  const other = await client.call('visits.read', { ...all, since: now })
  expect(other).toEqual({ transactions: { rows: [], isMore: false }, executions: [], events: [], notices: [] })
})

test('an event is listed if its day is after the visit and not in the future', async () => {
  const { client, cache, clock } = startHandlers()
  const now = clock.now()
  const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  cache.accounts.replaceAccount(makeAccount({ positions: [makePosition()] }), now)
  const dividend = (at: number) => ({ date: dateOf(at), amount: d('1.5'), currency: 'USD' })
  cache.corporateEvents.replaceDividends(
    'AAA@XXXX',
    [dividend(now - 3 * dayMs), dividend(now), dividend(now + dayMs)],
    now,
  )
  const { events } = await client.call('visits.read', { ...all, since: now - 2 * dayMs })
  expect(events.map(({ date }) => date)).toEqual([dateOf(now)])
})
