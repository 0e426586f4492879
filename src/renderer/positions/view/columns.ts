import { m } from '#shared/messages/messages.js'
import { byDecimal, byNumber, byText, type Direction } from '../../lib/sorting.ts'
import { costInBaseOf, costOf, type Holding } from './holding.ts'

/** The columns of the positions table except the name, which is always shown first. In their default order. */
export const columnKeys = [
  'account',
  'type',
  'market',
  'quantity',
  'lots',
  'average',
  'cost',
  'current',
  'value',
  'valueInBase',
  'weight',
  'day',
  'unrealized',
  'margin',
  'nextCoupon',
  'accrued',
  'yield',
  'maturity',
  'age',
] as const
export type ColumnKey = (typeof columnKeys)[number]
export type SortKey = ColumnKey | 'name'

/** A column. */
export interface ColumnPlan {
  readonly isText?: boolean
  /** The minimum width, px. */
  readonly width: number
  /**
   * The priority if the user chose no columns: the lowest ranks are shown first, as long as there is room. A column
   * without a rank is not shown.
   */
  readonly rank?: number
  readonly order: (direction: Direction) => (a: Holding, b: Holding) => number
}

const currencyOrder = byText<Holding>((row) => row.currency)('ascending')

type Pick = (row: Holding) => Holding['value']

/** An amount in its own currency, and converted to the base currency. */
interface ComparedAmount {
  readonly own: Pick
  readonly inBase: Pick
}

/** The columns whose amounts can be in several currencies. */
export const comparedAmounts: Readonly<Partial<Record<SortKey, ComparedAmount>>> = {
  cost: { own: costOf, inBase: costInBaseOf },
  value: { own: (row) => row.value, inBase: (row) => row.valueInBase },
  day: { own: (row) => row.dailyPnl, inBase: (row) => row.dayInBase },
  unrealized: { own: (row) => row.unrealizedPnl, inBase: (row) => row.unrealizedInBase },
}

/**
 * Sorts by the amount in the base currency. Amounts without a rate come last, by currency and then by amount: amounts in
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

/** Sorts by name, or by symbol if the name is unknown. */
export const nameOrder: ColumnPlan['order'] = byText((row) => row.name ?? row.symbol)

/** The account of the row, or the number of accounts. */
export const accountText = ({ parts }: Holding): string =>
  parts.length === 1 ? (parts[0]?.accountId ?? '') : m.positions_count_accounts({ count: parts.length })

/** All columns. */
export const columnPlans: Readonly<Record<ColumnKey, ColumnPlan>> = {
  account: { isText: true, width: 108, rank: 8, order: byText(accountText) },
  type: { isText: true, width: 88, rank: 10, order: byText((row) => row.type) },
  market: { isText: true, width: 76, rank: 12, order: byText((row) => row.market) },
  quantity: { width: 84, rank: 5, order: byDecimal((row) => row.quantity) },
  lots: { width: 72, rank: 11, order: byDecimal((row) => row.lots) },
  average: {
    width: 88,
    rank: 7,
    order: byDecimal((row) => row.averagePrice),
  },
  cost: { width: 96, rank: 13, order: byMoney('cost') },
  current: { width: 88, rank: 4, order: byDecimal((row) => row.currentPrice) },
  value: { width: 96, rank: 0, order: byMoney('value') },
  valueInBase: {
    width: 96,
    rank: 6,
    order: byDecimal((row: Holding) => row.valueInBase),
  },
  weight: { width: 112, rank: 3, order: byNumber((row) => row.weight) },
  day: { width: 92, rank: 1, order: byMoney('day') },
  unrealized: { width: 100, rank: 2, order: byMoney('unrealized') },
  margin: {
    width: 104,
    rank: 9,
    order: byDecimal((row: Holding) => row.maintenanceMargin),
  },
  nextCoupon: {
    isText: true,
    width: 104,
    order: byText((row) => row.bond?.nextCoupon?.date ?? null),
  },
  accrued: {
    width: 96,
    order: byDecimal((row) => row.bond?.accruedInterest?.amount ?? null),
  },
  yield: {
    width: 72,
    order: byNumber((row) => row.bond?.yieldToMaturity ?? null),
  },
  maturity: {
    width: 96,
    order: byText((row) => row.expiresOn),
  },
  age: {
    width: 60,
    order: byNumber((row) => row.fetchedAt),
  },
}

/** Columns up to this rank are always shown if the user chose no columns. */
export const lastRankKept = 2

/** Texts are aligned to the start of a column, figures to its end. */
export const alignOf = (key: ColumnKey): 'start' | 'end' => (columnPlans[key].isText === true ? 'start' : 'end')

/** The order for a sort key; by name if it is not a column. */
export const orderOf = (key: string): ColumnPlan['order'] => (isColumnKey(key) ? columnPlans[key].order : nameOrder)

/** Whether a column can be chosen: a column in the base currency requires one. */
export const isOffered = (key: ColumnKey, base: string | null): boolean => key !== 'valueInBase' || base !== null

/** Whether `key` is the key of a column. */
export const isColumnKey = (key: string): key is ColumnKey => columnKeys.some((known) => known === key)

/** The columns of a setting. Columns of other versions are ignored. */
export const readColumns = (keys: readonly string[]): ColumnKey[] => [...new Set(keys.filter(isColumnKey))]
