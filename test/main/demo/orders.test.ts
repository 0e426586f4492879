import { expect, test } from 'vitest'
import { z } from 'zod'
import { dayMs, hourMs } from '../../../src/main/demo/day.ts'
import { visit, type Visit } from './visit.ts'
import { order } from './wire-schemas.ts'

const list = async ({ get }: Visit, account = '1900001') =>
  z.array(order).parse((await get(`/v1/accounts/${account}/orders`)).orders)
const find = async (visitor: Visit, id: string) => (await list(visitor)).find(({ order_id }) => order_id === id)
const working = (visitor: Visit, symbol: string) =>
  visitor.demo.orders
    .list('1900001')
    .find((order) => order.symbol === symbol && order.status === 'NEW' && order.limitPrice !== null)!

test('there are orders that work, fill, end and are refused, guards, spreads, and a status that no list names', async () => {
  const visitor = await visit({ size: 'typical', at: Date.UTC(2026, 2, 3, 15) })
  const orders = (await Promise.all(visitor.demo.accounts.ids.map((id) => list(visitor, id)))).flat()
  const statuses = new Set(orders.map(({ status }) => status.replace('ORDER_STATUS_', '')))
  for (const status of [
    'NEW',
    'PARTIALLY_FILLED',
    'FILLED',
    'CANCELED',
    'EXPIRED',
    'REJECTED',
    'DENIED_BY_BROKER',
    'WATCHING',
    'PENDING_REVIEW',
  ]) {
    expect(statuses).toContain(status)
  }
  expect(orders.some((order) => order.sltp_order !== undefined && order.order === undefined)).toBe(true)
  expect(orders.find((order) => order.order?.type === 'ORDER_TYPE_MULTI_LEG')?.order?.legs).toHaveLength(2)
  expect(new Set(orders.map(({ order_id }) => order_id.length))).toEqual(new Set([11, 19]))
})

test('initial is executed and remaining together', async () => {
  const orders = await list(await visit({ at: Date.UTC(2026, 2, 3, 15) }))
  for (const { initial_quantity: initial, executed_quantity: executed, remaining_quantity: remaining } of orders) {
    expect(Number(executed.value) + Number(remaining.value)).toBe(Number(initial.value))
  }
})

test('an order fills in parts when the price crosses its limit, and not while the market is closed', async () => {
  const visitor = await visit()
  const order = working(visitor, 'AFLT@MISX') ?? working(visitor, 'SBER@MISX')
  visitor.demo.market.closeMarket('MISX')
  visitor.demo.market.setPrice(order.symbol, order.limitPrice)
  expect((await find(visitor, order.id))?.status).toBe('ORDER_STATUS_NEW')
  visitor.demo.market.openMarket('MISX')
  const partly = await find(visitor, order.id)
  expect(partly?.status).toBe('ORDER_STATUS_PARTIALLY_FILLED')
  expect(Number(partly?.remaining_quantity.value)).toBeGreaterThan(0)
  const filled = await find(visitor, order.id)
  expect(filled).toMatchObject({ status: 'ORDER_STATUS_FILLED', remaining_quantity: { value: '0.0' } })
})

test('some orders of a day fill by themselves, and none of them works after its end', async () => {
  const visitor = await visit({ at: Date.UTC(2026, 2, 2, 6) })
  await list(visitor)
  await visitor.clock.advance(14 * hourMs)
  const evening = (await list(visitor)).filter((order) => order.order?.time_in_force === 'TIME_IN_FORCE_DAY')
  expect(evening.some(({ status }) => status === 'ORDER_STATUS_FILLED')).toBe(true)
  await visitor.clock.advance(dayMs)
  const later = await list(visitor)
  for (const { order_id: id } of evening) {
    expect(later.find(({ order_id }) => order_id === id)?.status ?? 'gone').not.toMatch(/NEW|PARTIALLY/)
  }
})

test('a cancel answers with the cancelled order, once', async () => {
  const visitor = await visit()
  const { id } = working(visitor, 'SBER@MISX')
  const path = `/v1/accounts/1900001/orders/${id}`
  const cancelled = await visitor.ask('DELETE', path)
  expect(cancelled).toMatchObject({
    status: 200,
    body: { order_id: id, status: 'ORDER_STATUS_CANCELED', withdraw_at: '2026-03-02T09:00:00.000Z' },
  })
  expect((await find(visitor, id))?.status).toBe('ORDER_STATUS_CANCELED')
  const again = await visitor.ask('DELETE', path)
  expect(again).toMatchObject({ status: 400, body: { code: 9, details: [] } })
  const { message } = z.object({ message: z.string() }).parse(again.body)
  expect(JSON.parse(message)).toEqual({
    code: 'validation_error',
    message: `Order ${id} cannot be canceled`,
  })
})

test('an executed order cannot be cancelled, nor one of another account', async () => {
  const visitor = await visit({ size: 'typical' })
  const { id, quantity } = working(visitor, 'SBER@MISX')
  expect((await visitor.ask('DELETE', `/v1/accounts/1900002/orders/${id}`)).status).toBe(404)
  visitor.demo.orders.fill(id, '1')
  expect((await find(visitor, id))?.status).toBe('ORDER_STATUS_PARTIALLY_FILLED')
  expect(() => visitor.demo.orders.fill(id, quantity)).toThrow('More than')
  visitor.demo.orders.fill(id, String(Number(quantity) - 1))
  expect((await visitor.ask('DELETE', `/v1/accounts/1900001/orders/${id}`)).status).toBe(400)
})

test('a test gives an order any status', async () => {
  const visitor = await visit()
  const { id } = working(visitor, 'SBER@MISX')
  visitor.demo.orders.setStatus(id, 'ORDER_STATUS_SUSPENDED')
  expect((await find(visitor, id))?.status).toBe('ORDER_STATUS_SUSPENDED')
  expect(() => visitor.demo.orders.setStatus('1', 'NEW')).toThrow('no order')
})

test('orders do not pile up', async () => {
  const visitor = await visit({ size: 'typical' })
  const counts: number[] = []
  for (let day = 0; day < 20; day++) {
    counts.push((await list(visitor)).length)
    await visitor.clock.advance(dayMs)
  }
  expect(Math.max(...counts)).toBeLessThan(120)
})
