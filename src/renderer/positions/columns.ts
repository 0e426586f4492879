import type { PositionRow } from '../../shared/model/portfolio.ts'
import { byDecimal, byNumber, byText, type Direction } from '../lib/sorting.ts'

/** The columns of the positions table. The name is always shown. */
export const columnKeys = [
  'name',
  'account',
  'type',
  'quantity',
  'lots',
  'average',
  'current',
  'value',
  'valueInBase',
  'weight',
  'day',
  'unrealized',
  'margin',
  'age',
] as const
export type ColumnKey = (typeof columnKeys)[number]

/** A column: its title, the width of the table (px) below which it is hidden, and its sort order. */
export interface ColumnPlan {
  readonly title: string
  readonly hideBelow?: number
  readonly isText?: boolean
  readonly order: (direction: Direction) => (a: PositionRow, b: PositionRow) => number
}

const currencyOrder = byText<PositionRow>((row) => row.currency)('ascending')

type Pick = (row: PositionRow) => PositionRow['value']

/**
 * Sorts by the amount in the base currency. What has none comes after it, by currency and then by amount: amounts in
 * different currencies cannot be compared.
 */
function byMoney(pick: Pick, pickInBase: Pick): ColumnPlan['order'] {
  const order = byDecimal(pick)
  const orderInBase = byDecimal(pickInBase)
  return (direction) => (a, b) => {
    if (pick(a) === null || pick(b) === null) return order(direction)(a, b)
    if (pickInBase(a) !== null || pickInBase(b) !== null) return orderInBase(direction)(a, b)
    return currencyOrder(a, b) || order(direction)(a, b)
  }
}

const byValue = byMoney(
  (row) => row.value,
  (row) => row.valueInBase,
)
const byDay = byMoney(
  (row) => row.dailyPnl,
  (row) => row.dayInBase,
)
const byUnrealized = byMoney(
  (row) => row.unrealizedPnl,
  (row) => row.unrealizedInBase,
)

/** All columns, in their order on screen. Less important columns are hidden first. */
export const columnPlans: Readonly<Record<ColumnKey, ColumnPlan>> = {
  name: { title: 'Instrument', isText: true, order: byText((row) => row.name ?? row.symbol) },
  account: { title: 'Account', isText: true, hideBelow: 1190, order: byText((row) => row.accountId) },
  type: { title: 'Type', isText: true, hideBelow: 1480, order: byText((row) => row.type) },
  quantity: { title: 'Quantity', hideBelow: 760, order: byDecimal((row) => row.quantity) },
  lots: { title: 'Lots', hideBelow: 1280, order: byDecimal((row) => row.lots) },
  average: { title: 'Average', hideBelow: 1060, order: byDecimal((row) => row.averagePrice) },
  current: { title: 'Price', hideBelow: 660, order: byDecimal((row) => row.currentPrice) },
  value: { title: 'Value', order: byValue },
  valueInBase: { title: 'Value in base currency', hideBelow: 900, order: byDecimal((row) => row.valueInBase) },
  weight: { title: 'Weight', hideBelow: 960, order: byNumber((row) => row.weight) },
  day: { title: 'Day', hideBelow: 540, order: byDay },
  unrealized: { title: 'Unrealized', order: byUnrealized },
  margin: { title: 'Maint. margin', hideBelow: 1390, order: byDecimal((row) => row.maintenanceMargin) },
  age: { title: 'Age', hideBelow: 820, order: byNumber((row) => row.fetchedAt) },
}

/** Whether a column is offered: figures in the base currency need one. */
export const isOffered = (key: ColumnKey, base: string | null): boolean => key !== 'valueInBase' || base !== null

/** Whether `key` is the key of a column. */
export const isColumnKey = (key: string): key is ColumnKey => columnKeys.some((known) => known === key)
