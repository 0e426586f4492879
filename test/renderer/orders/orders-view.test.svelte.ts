import { expect, test } from 'vitest'
import { filterOrders, isCancellable, OrdersView } from '../../../src/renderer/orders/orders-view.svelte.ts'
import { manyOrders, orderRow } from '../fixtures/orders.ts'

const now = Date.UTC(2026, 10, 20, 12)
const rows = manyOrders(now)
const ids = (shown: Parameters<typeof filterOrders>[2], filter = '') =>
  filterOrders(rows, filter, shown).map(({ order }) => order.id)

/** A view within the effects it needs, and its end. */
function start(over = rows) {
  let view!: OrdersView
  const stop = $effect.root(() => {
    view = new OrdersView(() => over)
  })
  return { view, stop }
}

test('orders are narrowed by bucket and by words, legs and accounts among them', () => {
  expect(ids('working')).toEqual(['71253698401', '2', '5', '6'])
  expect(ids('needs-look')).toEqual(['3'])
  expect(ids('finished')).toEqual(['4'])
  expect(ids('all', 'call2')).toEqual(['6'])
  expect(ids('all', 'TRQD05 sell')).toEqual(['5'])
  expect(ids('all', 'pending review')).toEqual(['3'])
  expect(ids('all', 'apple nothing')).toEqual([])
})

test('what needs a look stands first, and each bucket says how many', () => {
  const { view, stop } = start()
  const heads = view.lines.flatMap((line) => (line.kind === 'bucket' ? [`${line.title} ${line.count}`] : []))
  expect(heads).toEqual(['Needs a look 1', 'Working 4', 'Filled 1'])
  stop()
})

test('orders are sorted within their bucket, the unknown last', () => {
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

test('legs show when they are unfolded', () => {
  const { view, stop } = start()
  const legs = () => view.lines.flatMap((line) => (line.kind === 'leg' ? [line.leg.symbol] : []))
  expect(legs()).toEqual([])
  view.unfold('TRQD05:989213 6')
  expect(legs()).toEqual(['CALL1@RTSX', 'CALL2@RTSX'])
  view.unfold('TRQD05:989213 6')
  expect(legs()).toEqual([])
  stop()
})

test('only what can still be cancelled can be chosen, and what ends meanwhile is not chosen any more', () => {
  let shown = $state.raw(rows)
  let view!: OrdersView
  const stop = $effect.root(() => {
    view = new OrdersView(() => shown)
  })
  for (const row of rows) view.choose(row)
  expect(view.chosen.map(({ order }) => order.id)).toEqual(['71253698401', '2', '3', '5', '6'])
  shown = rows.map((row) => (row.order.id === '2' ? orderRow(now, { id: '2', status: 'ORDER_STATUS_FILLED' }) : row))
  expect(view.chosen.map(({ order }) => order.id)).toEqual(['71253698401', '3', '5', '6'])
  view.chooseNone()
  expect(view.chosen).toEqual([])
  stop()
})

test('an order whose cancel is on its way, or that the service is cancelling, is left alone', () => {
  const row = orderRow(now)
  expect(isCancellable(row)).toBe(true)
  for (const cancel of ['asked', 'sent', 'checking', 'unknown'] as const)
    expect(isCancellable({ ...row, cancel })).toBe(false)
  for (const cancel of ['refused', 'working', 'not-sent'] as const) expect(isCancellable({ ...row, cancel })).toBe(true)
  expect(isCancellable(orderRow(now, { status: 'ORDER_STATUS_PENDING_CANCEL' }))).toBe(false)
})
