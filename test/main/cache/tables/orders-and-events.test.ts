import { expect, test } from 'vitest'
import { createCache } from '#main/cache/cache.ts'
import type { Order } from '#shared/model/order/order.ts'
import { dec, openTestCache } from '../open-cache.ts'

const order = (id: string, transactAt: number | null, accountId = 'a'): Order => ({
  id,
  execId: 'e',
  accountId,
  status: 'ORDER_STATUS_NEVER_HEARD_OF',
  body: null,
  stopLossTakeProfit: null,
  transactAt,
  acceptAt: null,
  withdrawAt: null,
  initialQuantity: dec('10'),
  executedQuantity: null,
  remainingQuantity: dec('0'),
})

test('all orders of an account are replaced together and listed newest first', () => {
  const { orders } = createCache(openTestCache())
  orders.replaceOrders('a', [order('9000000000000000001', 5), order('2', 9), order('3', null)], 10)
  orders.replaceOrders('b', [], 20)
  const ids = (accountId: string | null): unknown =>
    orders.list(accountId).map((read) => [read.accountId, read.orders.map(({ id }) => id), read.fetchedAt])
  expect(ids(null)).toEqual([
    ['a', ['2', '9000000000000000001', '3'], 10],
    ['b', [], 20],
  ])
  orders.replaceOrders('a', [order('2', 9)], 30)
  expect(ids('a')).toEqual([['a', ['2'], 30]])
  expect(orders.list('a')[0]?.orders[0]).toEqual(order('2', 9))
})

test('an account whose orders were never read differs from an account without orders', () => {
  const { orders } = createCache(openTestCache())
  orders.replaceOrders('read', [], 1)
  expect(orders.list('read')).toHaveLength(1)
  expect(orders.list('never read')).toEqual([])
  expect(orders.removeExcept([])).toBe(1)
  expect(orders.list(null)).toEqual([])
})

const bond = (date: string | null) => ({
  date,
  type: 'COUPON',
  value: dec('35.4'),
  currency: 'RUB',
  coupon: null,
  amortization: null,
  offer: null,
})
const split = (execDate: string | null) => ({
  execDate,
  oldRatio: dec('1'),
  newRatio: dec('10'),
  newLot: null,
  conversionType: 'ORDINARY',
})

test('corporate events are stored per instrument and kind', () => {
  const { corporateEvents: events } = createCache(openTestCache())
  events.replaceDividends('A@X', [{ date: '2025-07-01', amount: dec('33.3'), currency: 'RUB' }], 1)
  events.replaceSplits('A@X', [split('2026-05-01')], 2)
  events.replaceBondEvents('B@X', [bond('2026-04-01'), bond('2026-04-01')], 3)
  events.replaceDividends('A@X', [], 4)
  expect(events.list(['A@X']).map(({ kind }) => kind)).toEqual(['split'])
  expect(events.list(['B@X', 'A@X'])).toEqual([
    { symbol: 'B@X', kind: 'bond', event: bond('2026-04-01') },
    { symbol: 'B@X', kind: 'bond', event: bond('2026-04-01') },
    { symbol: 'A@X', kind: 'split', event: split('2026-05-01') },
  ])
  expect([events.fetchedAt('A@X', 'dividend'), events.fetchedAt('A@X', 'bond')]).toEqual([4, null])
})

test('quotas are those of the last response', () => {
  const { quotas } = createCache(openTestCache())
  expect(quotas.list()).toEqual({ quotas: [], fetchedAt: null })
  const quota = { name: 'Quotes', limit: 200, remaining: null, resetAt: null }
  quotas.replace([quota, quota], 30)
  quotas.replace([quota], 40)
  expect(quotas.list()).toEqual({ quotas: [quota], fetchedAt: 40 })
})
