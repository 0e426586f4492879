import type { OrderRow } from '../../shared/model/order/list.ts'
import { byDecimal, byNumber, byText, type Direction } from '../lib/sorting.ts'
import { describeOrder } from '../lib/words/order-words.ts'

/** The columns of the orders table, in their order on screen. */
export const orderColumnKeys = [
  ...['name', 'account', 'side', 'type', 'term', 'limit', 'stop', 'filled', 'remaining', 'status'],
  ...['placed', 'accepted', 'withdrawn', 'valid', 'comment'],
] as const
export type OrderColumn = (typeof orderColumnKeys)[number]

interface OrderColumnPlan {
  readonly title: string
  /** Width of the table in px below which the column is hidden; the order detail still shows it. */
  readonly hideBelow?: number
  readonly isFigure?: boolean
  readonly order: (direction: Direction) => (a: OrderRow, b: OrderRow) => number
}

const bodyOf = ({ order }: OrderRow) => order.body ?? order.stopLossTakeProfit
const words = (row: OrderRow) => describeOrder(row.order)

/** All columns. */
export const orderColumns: Readonly<Record<OrderColumn, OrderColumnPlan>> = {
  name: { title: 'Instrument', order: byText((row) => row.name ?? bodyOf(row)?.symbol ?? null) },
  account: { title: 'Account', hideBelow: 1180, order: byText(({ order }) => order.accountId) },
  side: { title: 'Side', order: byText((row) => words(row).side) },
  type: { title: 'Type', hideBelow: 700, order: byText((row) => words(row).kind) },
  term: { title: 'Time in force', hideBelow: 1240, order: byText(({ order }) => order.body?.timeInForce ?? null) },
  limit: { title: 'Limit', isFigure: true, order: byDecimal((row) => bodyOf(row)?.limitPrice ?? null) },
  stop: { title: 'Stop', isFigure: true, hideBelow: 960, order: byDecimal((row) => stopOf(row)) },
  filled: { title: 'Executed', isFigure: true, order: byDecimal(({ order }) => order.executedQuantity) },
  remaining: {
    title: 'Remaining',
    isFigure: true,
    hideBelow: 780,
    order: byDecimal(({ order }) => order.remainingQuantity),
  },
  status: { title: 'Status', order: byText((row) => words(row).status) },
  placed: { title: 'Placed', hideBelow: 1060, order: byNumber(({ order }) => order.transactAt) },
  accepted: { title: 'Accepted', hideBelow: 1640, order: byNumber(({ order }) => order.acceptAt) },
  withdrawn: { title: 'Withdrawn', hideBelow: 1520, order: byNumber(({ order }) => order.withdrawAt) },
  valid: { title: 'Valid before', hideBelow: 1380, order: byText((row) => bodyOf(row)?.validBefore ?? null) },
  comment: { title: 'Comment', hideBelow: 1760, order: byText((row) => bodyOf(row)?.comment ?? null) },
}

const stopOf = ({ order }: OrderRow) => order.body?.stopPrice ?? order.stopLossTakeProfit?.stopLossPrice ?? null

/** Whether `key` is the key of a column. */
export const isOrderColumn = (key: string): key is OrderColumn => orderColumnKeys.some((known) => known === key)
