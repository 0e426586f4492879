import { expect, test } from 'vitest'
import { compareOrder } from '#main/insight/orders/order-changes.ts'
import { AppError } from '#shared/errors.ts'
import type { Order } from '#shared/model/order/order.ts'
import { settle } from '../../../fakes/clock.ts'
import { d, makeAccount, makeDetails, makeOrder, makeQuote } from '../../insight/make.ts'
import { startHandlers } from '../rig.ts'

test('order counts have the age of the oldest reading, which is unknown if an account has not been read', async () => {
  const { client, cache, clock } = startHandlers()
  const order: Order = {
    id: '1',
    execId: '',
    accountId: 'A',
    status: 'ORDER_STATUS_NEW',
    body: null,
    stopLossTakeProfit: null,
    transactAt: null,
    acceptAt: null,
    withdrawAt: null,
    initialQuantity: null,
    executedQuantity: null,
    remainingQuantity: null,
  }
  cache.accounts.replaceAccount(makeAccount({ id: 'A' }), clock.now())
  cache.accounts.replaceAccount(makeAccount({ id: 'B' }), clock.now())
  cache.orders.replaceOrders('A', [order, { ...order, id: '2', status: 'ORDER_STATUS_LATER' }], 7)
  expect((await client.call('overview.read', { accountId: null })).orders).toEqual({
    working: 1,
    needAttention: 1,
    fetchedAt: null,
  })
  cache.orders.replaceOrders('B', [], 9)
  expect((await client.call('overview.read', { accountId: null })).orders!.fetchedAt).toBe(7)
  expect((await client.call('orders.list', { accountId: 'A' })).map(({ bucket }) => bucket)).toEqual([
    'working',
    'needs-attention',
  ])
})

test('an account with unread orders differs from an account without orders', async () => {
  const { client, cache } = startHandlers()
  const details = { createdAt: null, expiresAt: null, permissions: [], accountIds: ['A', 'B'], isReadOnly: true }
  cache.sessionDetails.put(details, 1)
  cache.orders.replaceOrders('A', [], 7)
  expect(await client.call('orders.readTimes', { accountId: null })).toEqual([
    { accountId: 'A', fetchedAt: 7 },
    { accountId: 'B', fetchedAt: null },
  ])
  expect(await client.call('orders.readTimes', { accountId: 'B' })).toEqual([{ accountId: 'B', fetchedAt: null }])
})

test('order changes are returned in pages, with the names of their instruments', async () => {
  const { client, cache, journal } = startHandlers()
  cache.instrumentDetails.put(makeDetails({ name: 'Triple A' }), 1)
  const order = makeOrder()
  const { accountId } = order
  journal.orders.record({ accountId, orders: [order], isComplete: true, at: 5 }, compareOrder)
  journal.orders.record({ accountId, orders: [], isComplete: true, at: 6 }, compareOrder)
  const first = await client.call('orders.changes', { accountId: null, before: null, limit: 1 })
  expect(first.rows).toMatchObject([{ kind: 'gone', name: 'Triple A', seenAt: 6 }])
  const rest = await client.call('orders.changes', { accountId, before: first.next, limit: 9 })
  expect([rest.rows.map(({ kind }) => kind), rest.next]).toEqual([['found'], null])
  expect(await client.call('orders.history', { accountId, orderId: order.id })).toMatchObject({ goneAt: 6 })
  expect(await client.call('orders.history', { accountId, orderId: 'never seen' })).toBeNull()
})

test('an order has the state of its cancel, and the steps of the cancel are saved', async () => {
  const { client, cache, broker } = startHandlers()
  broker.details = { ...broker.details, isReadOnly: false }
  const order = makeOrder({ accountId: '1900001' })
  broker.responses = {
    listOrders: () => ({ rows: [order], malformed: [] }),
    cancelOrder: () => {
      throw new AppError('invalid', 'The service refuses this: no')
    },
  }
  const scope = { kind: 'orders' as const, orders: [{ accountId: '1900001', orderId: order.id }] }
  const plan = await client.call('cancels.prepare', { scope })
  const { started } = await client.call('cancels.confirm', { planId: plan.id })
  await settle()
  expect((await client.call('orders.list', { accountId: null }))[0]?.cancel).toBe('checking')
  const [listed] = await client.call('cancels.list', { accountId: null, limit: 10 })
  expect(listed?.steps.map(({ state }) => state)).toEqual(['asked', 'sent', 'checking'])
  expect(await client.call('cancels.read', { id: started[0]?.id ?? '' })).toEqual(listed)
  await expect(client.call('cancels.read', { id: 'nope' })).rejects.toMatchObject({ code: 'not-found' })
  expect(cache.orders.list('1900001')).toHaveLength(1)
})

test('the main process rejects a cancel with a read-only token', async () => {
  const { client, broker } = startHandlers()
  const scope = { kind: 'all', accountId: null, symbol: null } as const
  await expect(client.call('cancels.prepare', { scope })).rejects.toMatchObject({ code: 'invalid' })
  expect(broker.calls).toEqual([])
})

test('an order has the last price of its instrument, the distance to it, and its value', async () => {
  const { client, cache } = startHandlers()
  const order = makeOrder()
  cache.orders.replaceOrders(order.accountId, [order], 7)
  const before = (await client.call('orders.list', { accountId: null }))[0]
  expect(before).toMatchObject({ last: null, distances: [{ to: 'limit', percent: null }], notional: { value: null } })
  cache.instrumentDetails.put(makeDetails({ type: 'EQUITIES', quoteCurrency: 'RUB' }), 1)
  cache.quotes.put(makeQuote({ symbol: 'AAA@XXXX', last: d('100'), at: 5 }), 6)
  expect((await client.call('orders.list', { accountId: null }))[0]).toMatchObject({
    ...{ type: 'EQUITIES', last: '100', lastAt: 5, distances: [{ to: 'limit', percent: '-0.5' }] },
    notional: { value: '995', currency: 'RUB' },
  })
})
