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

/** An amount in its own currency, and converted to the base currency. */
interface ComparedAmount {
  readonly own: Pick
  readonly inBase: Pick
}

/** The columns whose amounts may have several currencies. */
export const comparedAmounts: Readonly<Partial<Record<ColumnKey, ComparedAmount>>> = {
  value: { own: (row) => row.value, inBase: (row) => row.valueInBase },
  day: { own: (row) => row.dailyPnl, inBase: (row) => row.dayInBase },
  unrealized: { own: (row) => row.unrealizedPnl, inBase: (row) => row.unrealizedInBase },
}

/**
 * Sorts by the amount in the base currency. What has none comes after it, by currency and then by amount: amounts in
 * different currencies cannot be compared.
 */
function byMoney(key: ColumnKey): ColumnPlan['order'] {
  const { own, inBase } = comparedAmounts[key] ?? { own: () => null, inBase: () => null }
  const order = byDecimal(own)
  const orderInBase = byDecimal(inBase)
  return (direction) => (a, b) => {
    if (own(a) === null || own(b) === null) return order(direction)(a, b)
    if (inBase(a) !== null || inBase(b) !== null) return orderInBase(direction)(a, b)
    return currencyOrder(a, b) || order(direction)(a, b)
  }
}

/** All columns, in their order on screen. Less important columns are hidden first. */
export const columnPlans: Readonly<Record<ColumnKey, ColumnPlan>> = {
  name: { title: 'Instrument', isText: true, order: byText((row) => row.name ?? row.symbol) },
  account: { title: 'Account', isText: true, hideBelow: 1190, order: byText((row) => row.accountId) },
  type: { title: 'Type', isText: true, hideBelow: 1480, order: byText((row) => row.type) },
  quantity: { title: 'Quantity', hideBelow: 760, order: byDecimal((row) => row.quantity) },
  lots: { title: 'Lots', hideBelow: 1280, order: byDecimal((row) => row.lots) },
  average: { title: 'Average', hideBelow: 1060, order: byDecimal((row) => row.averagePrice) },
  current: { title: 'Price', hideBelow: 660, order: byDecimal((row) => row.currentPrice) },
  value: { title: 'Value', order: byMoney('value') },
  valueInBase: { title: 'Value in base currency', hideBelow: 900, order: byDecimal((row) => row.valueInBase) },
  weight: { title: 'Weight', hideBelow: 960, order: byNumber((row) => row.weight) },
  day: { title: 'Day', hideBelow: 540, order: byMoney('day') },
  unrealized: { title: 'Unrealized', order: byMoney('unrealized') },
  margin: { title: 'Maint. margin', hideBelow: 1390, order: byDecimal((row) => row.maintenanceMargin) },
  age: { title: 'Age', hideBelow: 820, order: byNumber((row) => row.fetchedAt) },
}

/** Whether a column is offered: figures in the base currency need one. */
export const isOffered = (key: ColumnKey, base: string | null): boolean => key !== 'valueInBase' || base !== null

/** Whether `key` is the key of a column. */
export const isColumnKey = (key: string): key is ColumnKey => columnKeys.some((known) => known === key)
