import { sum, type Decimal } from '../../shared/decimal.ts'
import type { PositionRow } from '../../shared/model/portfolio.ts'
import { titleOf } from '../lib/words.ts'

/** By what positions can be put together. */
export const groupings = ['none', 'account', 'type', 'currency'] as const
export type Grouping = (typeof groupings)[number]

/** A sum over the rows whose figure is known, and how many are not in it. `null` when none is known. */
export interface KnownSum {
  readonly amount: Decimal | null
  readonly missing: number
}

/** Sums of one currency; `''` is a currency that is not known, and never added to another. */
export interface Subtotal {
  readonly currency: string
  readonly count: number
  readonly value: KnownSum
  readonly dailyPnl: KnownSum
  readonly unrealizedPnl: KnownSum
}

/** Positions that belong together, in the order given. */
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

function partBy(rows: readonly PositionRow[], key: (row: PositionRow) => string): Map<string, PositionRow[]> {
  const parts = new Map<string, PositionRow[]>()
  for (const row of rows) {
    const part = parts.get(key(row))
    if (part) part.push(row)
    else parts.set(key(row), [row])
  }
  return parts
}

/** One sum a currency, in the order of the currencies' names; the unknown one last. */
export function subtotals(rows: readonly PositionRow[]): Subtotal[] {
  const byCurrency = partBy(rows, (row) => row.currency ?? '')
  return [...byCurrency]
    .sort(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b))
    .map(([currency, own]) => ({
      currency,
      count: own.length,
      value: sumKnown(own, (row) => row.value),
      dailyPnl: sumKnown(own, (row) => row.dailyPnl),
      unrealizedPnl: sumKnown(own, (row) => row.unrealizedPnl),
    }))
}

const keyOf: Record<Grouping, (row: PositionRow) => string> = {
  none: () => '',
  account: (row) => row.accountId,
  type: (row) => row.type ?? '',
  currency: (row) => row.currency ?? '',
}

const groupTitle = (grouping: Grouping, key: string): string => {
  if (grouping === 'none') return 'All positions'
  if (grouping === 'type') return titleOf(key, 'Type not known')
  return key === '' ? 'Currency not known' : key
}

/** Puts sorted rows into groups, keeping their order within each. */
export function groupPositions(rows: readonly PositionRow[], grouping: Grouping): PositionGroup[] {
  return [...partBy(rows, keyOf[grouping])]
    .sort(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b, undefined, { numeric: true }))
    .map(([key, own]) => ({ key, title: groupTitle(grouping, key), rows: own, subtotals: subtotals(own) }))
}
