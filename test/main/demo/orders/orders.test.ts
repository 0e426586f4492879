import { expect, test } from 'vitest'
import { z } from 'zod'
import { dayMs, hourMs } from '#shared/durations.ts'
import { startDemo, type DemoClient } from '../demo-client.ts'
import { order } from '../wire-schemas.ts'

const list = async ({ get }: DemoClient, account = '1900001') =>
  z.array(order).parse((await get(`/v1/accounts/${account}/orders`)).orders)
const find = async (client: DemoClient, id: string) => (await list(client)).find(({ order_id }) => order_id === id)
const working = (client: DemoClient, symbol: string) =>
  client.demo.orders
    .list('1900001')
    .find((order) => order.symbol === symbol && order.status === 'NEW' && order.limitPrice !== null)!

test('the demo has working, filled, ended and refused orders, stop orders, spreads, and an unknown status', async () => {
  const client = await startDemo({ size: 'typical', at: Date.UTC(2026, 2, 3, 15) })
  const orders = (await Promise.all(client.demo.accounts.ids.map((id) => list(client, id)))).flat()
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

test('the initial quantity is the sum of executed and remaining', async () => {
  const orders = await list(await startDemo({ at: Date.UTC(2026, 2, 3, 15) }))
  for (const { initial_quantity: initial, executed_quantity: executed, remaining_quantity: remaining } of orders) {
    expect(Number(executed.value) + Number(remaining.value)).toBe(Number(initial.value))
  }
})

test('an order is filled in parts when the price crosses its limit, but not while the market is closed', async () => {
  const client = await startDemo()
  const order = working(client, 'AFLT@MISX') ?? working(client, 'SBER@MISX')
  client.demo.market.closeMarket('MISX')
  client.demo.market.setPrice(order.symbol, order.limitPrice)
  expect((await find(client, order.id))?.status).toBe('ORDER_STATUS_NEW')
  client.demo.market.openMarket('MISX')
  const partly = await find(client, order.id)
  expect(partly?.status).toBe('ORDER_STATUS_PARTIALLY_FILLED')
  expect(Number(partly?.remaining_quantity.value)).toBeGreaterThan(0)
  const filled = await find(client, order.id)
  expect(filled).toMatchObject({ status: 'ORDER_STATUS_FILLED', remaining_quantity: { value: '0.0' } })
})

test('the market fills some day orders, and no order is working after its expiry', async () => {
  const client = await startDemo({ at: Date.UTC(2026, 2, 2, 6) })
  await list(client)
  await client.clock.advance(14 * hourMs)
  const evening = (await list(client)).filter((order) => order.order?.time_in_force === 'TIME_IN_FORCE_DAY')
  expect(evening.some(({ status }) => status === 'ORDER_STATUS_FILLED')).toBe(true)
  await client.clock.advance(dayMs)
  const later = await list(client)
  for (const { order_id: id } of evening) {
    expect(later.find(({ order_id }) => order_id === id)?.status ?? 'gone').not.toMatch(/NEW|PARTIALLY/)
  }
})

test('a cancel returns the cancelled order, and a second one is refused', async () => {
  const client = await startDemo()
  const { id } = working(client, 'SBER@MISX')
  const path = `/v1/accounts/1900001/orders/${id}`
  const cancelled = await client.requestJson('DELETE', path)
  expect(cancelled).toMatchObject({
    status: 200,
    body: { order_id: id, status: 'ORDER_STATUS_CANCELED', withdraw_at: '2026-03-02T09:00:00.000Z' },
  })
  expect((await find(client, id))?.status).toBe('ORDER_STATUS_CANCELED')
  const secondReply = await client.requestJson('DELETE', path)
  expect(secondReply).toMatchObject({ status: 400, body: { code: 9, details: [] } })
  const { message } = z.object({ message: z.string() }).parse(secondReply.body)
  expect(JSON.parse(message)).toEqual({
    code: 'validation_error',
    message: `Order ${id} cannot be canceled`,
  })
})

test('an executed order or one of another account cannot be cancelled', async () => {
  const client = await startDemo({ size: 'typical' })
  const { id, quantity } = working(client, 'SBER@MISX')
  expect((await client.requestJson('DELETE', `/v1/accounts/1900002/orders/${id}`)).status).toBe(404)
  client.demo.orders.fill(id, '1')
  expect((await find(client, id))?.status).toBe('ORDER_STATUS_PARTIALLY_FILLED')
  expect(() => client.demo.orders.fill(id, quantity)).toThrow('More than')
  client.demo.orders.fill(id, String(Number(quantity) - 1))
  expect((await client.requestJson('DELETE', `/v1/accounts/1900001/orders/${id}`)).status).toBe(400)
})

test('a test can set any status', async () => {
  const client = await startDemo()
  const { id } = working(client, 'SBER@MISX')
  client.demo.orders.setStatus(id, 'ORDER_STATUS_SUSPENDED')
  expect((await find(client, id))?.status).toBe('ORDER_STATUS_SUSPENDED')
  expect(() => client.demo.orders.setStatus('1', 'NEW')).toThrow('no order')
})

test('old orders are removed', async () => {
  const client = await startDemo({ size: 'typical' })
  const counts: number[] = []
  for (let day = 0; day < 20; day++) {
    counts.push((await list(client)).length)
    await client.clock.advance(dayMs)
  }
  expect(Math.max(...counts)).toBeLessThan(120)
})
