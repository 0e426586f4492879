import { expect, test } from 'vitest'
import { filterOrders, isCancellable, OrdersView } from '#renderer/orders/orders-view.svelte.ts'
import { manyOrders, orderRow } from '../fixtures/orders.ts'

const now = Date.UTC(2026, 10, 20, 12)
const rows = manyOrders(now)
const ids = (shown: Parameters<typeof filterOrders>[2], filter = '') =>
  filterOrders(rows, filter, shown).map(({ order }) => order.id)

/** A view inside an effect root, and the function that stops it. */
function start(given = rows) {
  let view!: OrdersView
  const stop = $effect.root(() => {
    view = new OrdersView(() => given)
  })
  return { view, stop }
}

test('orders are filtered by bucket and by words, including legs and accounts', () => {
  expect(ids('working')).toEqual(['71253698401', '2', '5', '6'])
  expect(ids('needs-attention')).toEqual(['3'])
  expect(ids('finished')).toEqual(['4'])
  expect(ids('all', 'call2')).toEqual(['6'])
  expect(ids('all', 'TRQD05 sell')).toEqual(['5'])
  expect(ids('all', 'pending review')).toEqual(['3'])
  expect(ids('all', 'apple nothing')).toEqual([])
})

test('orders that need attention come first, and each bucket shows its count', () => {
  const { view, stop } = start()
  const heads = view.lines.flatMap((line) => (line.kind === 'bucket' ? [`${line.title} ${line.count}`] : []))
  expect(heads).toEqual(['Needs attention 1', 'Working 4', 'Filled 1'])
  stop()
})

test('orders are sorted within their bucket, unknown values last', () => {
  const { view, stop } = start()
  view.sort = { key: 'filled', isDescending: true }
  const working = view.lines.filter((line) => line.kind === 'order' && line.row.bucket === 'working')
  expect(working.map((line) => line.kind === 'order' && line.row.order.executedQuantity)).toEqual([
    '20',
    '20',
    '0',
    null,
  ])
  stop()
})

test('legs are listed only while they are expanded', () => {
  const { view, stop } = start()
  const legs = () => view.lines.flatMap((line) => (line.kind === 'leg' ? [line.leg.symbol] : []))
  expect(legs()).toEqual([])
  view.toggleLegs('TRQD05:989213 6')
  expect(legs()).toEqual(['CALL1@RTSX', 'CALL2@RTSX'])
  view.toggleLegs('TRQD05:989213 6')
  expect(legs()).toEqual([])
  stop()
})

test('only orders that can be cancelled can be selected, and an order that ends is no longer selected', () => {
  let shown = $state.raw(rows)
  let view!: OrdersView
  const stop = $effect.root(() => {
    view = new OrdersView(() => shown)
  })
  for (const row of rows) view.toggleSelected(row)
  expect(view.selected.map(({ order }) => order.id)).toEqual(['71253698401', '2', '3', '5', '6'])
  shown = rows.map((row) => (row.order.id === '2' ? orderRow(now, { id: '2', status: 'ORDER_STATUS_FILLED' }) : row))
  expect(view.selected.map(({ order }) => order.id)).toEqual(['71253698401', '3', '5', '6'])
  view.clearSelection()
  expect(view.selected).toEqual([])
  stop()
})

test('an order cannot be cancelled while a cancellation of it is in progress', () => {
  const row = orderRow(now)
  expect(isCancellable(row)).toBe(true)
  for (const cancel of ['asked', 'sent', 'checking', 'unknown'] as const)
    expect(isCancellable({ ...row, cancel })).toBe(false)
  for (const cancel of ['refused', 'working', 'not-sent'] as const) expect(isCancellable({ ...row, cancel })).toBe(true)
  expect(isCancellable(orderRow(now, { status: 'ORDER_STATUS_PENDING_CANCEL' }))).toBe(false)
})
