import { absolute, compare, type Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { OrderRow } from '#shared/model/order/list.ts'
import { byDecimal, byNumber, byText, type Direction } from '../lib/sorting.ts'
import { describeOrder, expiryOf } from '../lib/words/order-words.ts'

/** The columns of the orders table, in their order on screen. */
export const orderColumnKeys = [
  'name',
  'account',
  'side',
  'type',
  'limit',
  'stop',
  'distance',
  'filled',
  'remaining',
  'notional',
  'status',
  'expires',
  'placed',
  'term',
  'accepted',
  'withdrawn',
  'comment',
] as const
export type OrderColumn = (typeof orderColumnKeys)[number]

interface OrderColumnPlan {
  readonly title: () => string
  /** The width of the table in px below which the column is hidden; the order detail still shows it. */
  readonly hideBelow?: number
  /** The width below which its cells are below the name. */
  readonly foldBelow?: number
  readonly isFigure?: boolean
  /** A CSS width reserved for figures that arrive later than the orders. */
  readonly minWidth?: string
  readonly order: (direction: Direction) => (a: OrderRow, b: OrderRow) => number
}

const bodyOf = ({ order }: OrderRow) => order.body ?? order.stopLossTakeProfit
const words = (row: OrderRow) => describeOrder(row.order)

/** All columns. */
export const orderColumns: Readonly<Record<OrderColumn, OrderColumnPlan>> = {
  name: { title: m.common_instrument, order: byText((row) => row.name ?? bodyOf(row)?.symbol ?? null) },
  account: { title: m.common_account, foldBelow: 950, order: byText(({ order }) => order.accountId) },
  side: { title: m.orders_side, order: byText((row) => words(row).side) },
  type: { title: m.common_type, hideBelow: 1170, order: byText((row) => words(row).kind) },
  limit: {
    title: m.orders_limit,
    minWidth: '84px',
    isFigure: true,
    foldBelow: 440,
    order: byDecimal((row) => bodyOf(row)?.limitPrice ?? null),
  },
  stop: {
    title: m.orders_stop,
    minWidth: '84px',
    isFigure: true,
    foldBelow: 620,
    order: byDecimal((row) => stopOf(row)),
  },
  distance: {
    title: m.orders_to_market,
    minWidth: '84px',
    isFigure: true,
    foldBelow: 620,
    order: byDecimal((row) => nearestOf(row)),
  },
  filled: {
    title: m.orders_executed,
    isFigure: true,
    hideBelow: 780,
    order: byDecimal(({ order }) => order.executedQuantity),
  },
  remaining: {
    title: m.orders_remaining,
    isFigure: true,
    hideBelow: 1480,
    order: byDecimal(({ order }) => order.remainingQuantity),
  },
  notional: {
    title: m.orders_notional,
    minWidth: '112px',
    isFigure: true,
    hideBelow: 1070,
    order: byDecimal(({ notional }) => notional.value),
  },
  status: { title: m.orders_status, foldBelow: 440, order: byText((row) => words(row).status) },
  expires: { title: m.orders_expires, hideBelow: 1280, order: byNumber(({ order }) => expiryTime(order)) },
  placed: { title: m.orders_time, hideBelow: 1380, order: byNumber(({ order }) => order.transactAt) },
  term: {
    title: m.orders_time_in_force,
    hideBelow: 1900,
    order: byText(({ order }) => order.body?.timeInForce ?? null),
  },
  accepted: { title: m.orders_accepted, hideBelow: 1780, order: byNumber(({ order }) => order.acceptAt) },
  withdrawn: { title: m.orders_withdrawn, hideBelow: 1660, order: byNumber(({ order }) => order.withdrawAt) },
  comment: { title: m.orders_comment, hideBelow: 2000, order: byText((row) => bodyOf(row)?.comment ?? null) },
}

/** The smallest distance of an order, in percent without a sign, so that the order closest to execution comes first. */
function nearestOf({ distances }: OrderRow): Decimal | null {
  const known = distances.flatMap(({ percent }) => (percent === null ? [] : [absolute(percent)]))
  return known.toSorted(compare)[0] ?? null
}

/** Orders with a stated time of expiry are sorted by it; all others come after them. */
function expiryTime(order: OrderRow['order']): number | null {
  const expiry = expiryOf(order)
  return expiry.kind === 'at' ? expiry.at : null
}

const stopOf = ({ order }: OrderRow) => order.body?.stopPrice ?? order.stopLossTakeProfit?.stopLossPrice ?? null

/** Whether `key` is the key of a column. */
export const isOrderColumn = (key: string): key is OrderColumn => orderColumnKeys.some((known) => known === key)
