import { sum, type Decimal } from '../../shared/decimal.ts'
import type { PositionRow } from '../../shared/model/portfolio.ts'
import { titleOf } from '../lib/words/service-names.ts'

/** The properties by which positions can be grouped. */
export const groupings = ['none', 'account', 'type', 'currency'] as const
export type Grouping = (typeof groupings)[number]

/** A sum of the known figures (`null` when none is known), and the number of rows that are not included. */
export interface KnownSum {
  readonly amount: Decimal | null
  readonly missing: number
}

/** Sums in one currency; `''` is an unknown currency, whose amounts are not added. */
export interface Subtotal {
  readonly currency: string
  readonly count: number
  readonly value: KnownSum
  /** In the base currency; without one all rows are missing. */
  readonly valueInBase: KnownSum
  readonly dailyPnl: KnownSum
  readonly unrealizedPnl: KnownSum
}

/** The positions of one group, in the order of the rows. */
export interface PositionGroup {
  readonly key: string
  readonly title: string
  readonly rows: readonly PositionRow[]
  readonly subtotals: readonly Subtotal[]
}

function sumKnown(rows: readonly PositionRow[], pick: (row: PositionRow) => Decimal | null): KnownSum {
  const known = rows.map(pick).filter((value) => value !== null)
  return { amount: known.length === 0 ? null : sum(known), missing: rows.length - known.length }
}

function groupBy(rows: readonly PositionRow[], key: (row: PositionRow) => string): Map<string, PositionRow[]> {
  const parts = new Map<string, PositionRow[]>()
  for (const row of rows) {
    const part = parts.get(key(row))
    if (part) part.push(row)
    else parts.set(key(row), [row])
  }
  return parts
}

/** One subtotal per currency, sorted by currency code; the unknown currency comes last. */
export function subtotals(rows: readonly PositionRow[]): Subtotal[] {
  const byCurrency = groupBy(rows, (row) => row.currency ?? '')
  return [...byCurrency]
    .sort(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b))
    .map(([currency, own]) => {
      const sumOf = (pick: (row: PositionRow) => Decimal | null): KnownSum =>
        sumKnown(own, (row) => (currency === '' ? null : pick(row)))
      return {
        currency,
        count: own.length,
        value: sumOf((row) => row.value),
        valueInBase: sumKnown(own, (row) => row.valueInBase),
        dailyPnl: sumOf((row) => row.dailyPnl),
        unrealizedPnl: sumOf((row) => row.unrealizedPnl),
      }
    })
}

/** The sums of all rows in the base currency. */
export function subtotalInBase(rows: readonly PositionRow[], base: string): Subtotal {
  const value = sumKnown(rows, (row) => row.valueInBase)
  return {
    currency: base,
    count: rows.length,
    ...{ value, valueInBase: value },
    dailyPnl: sumKnown(rows, (row) => row.dayInBase),
    unrealizedPnl: sumKnown(rows, (row) => row.unrealizedInBase),
  }
}

const keyOf: Record<Grouping, (row: PositionRow) => string> = {
  none: () => '',
  account: (row) => row.accountId,
  type: (row) => row.type ?? '',
  currency: (row) => row.currency ?? '',
}

const groupTitle = (grouping: Grouping, key: string): string => {
  if (grouping === 'none') return 'All positions'
  if (grouping === 'type') return titleOf(key, 'Unknown type')
  return key === '' ? 'Unknown currency' : key
}

/** Groups sorted rows; each group keeps their order. */
export function groupPositions(rows: readonly PositionRow[], grouping: Grouping): PositionGroup[] {
  return [...groupBy(rows, keyOf[grouping])]
    .sort(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b, undefined, { numeric: true }))
    .map(([key, own]) => ({ key, title: groupTitle(grouping, key), rows: own, subtotals: subtotals(own) }))
}
