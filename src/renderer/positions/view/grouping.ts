import { sum, type Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { PositionRow } from '#shared/model/portfolio.ts'
import { titleOf } from '../../lib/words/service-names.ts'
import { costInBaseOf, costOf, type Holding } from './holding.ts'

/** The arrangement of the rows: one row per instrument, one row per position of an account, or groups. */
export const groupings = ['instrument', 'none', 'account', 'type', 'market', 'currency'] as const
export type Grouping = (typeof groupings)[number]

/** Whether each row is the position of one account. */
export const isSplit = (grouping: Grouping): boolean => grouping === 'none' || grouping === 'account'
/** Whether the rows have group headings with sums. */
export const isGrouped = (grouping: Grouping): boolean => grouping !== 'none' && grouping !== 'instrument'

/** A sum of the known figures (`null` if none is known), and the number of rows that it does not include. */
export interface KnownSum {
  readonly amount: Decimal | null
  readonly missing: number
}

/** Sums in one currency; `''` is an unknown currency, whose amounts are not added. */
export interface Subtotal {
  readonly currency: string
  readonly count: number
  readonly cost: KnownSum
  readonly value: KnownSum
  /** In the base currency. If there is none, all rows are missing. */
  readonly valueInBase: KnownSum
  readonly dailyPnl: KnownSum
  readonly unrealizedPnl: KnownSum
  /** `null` if a row has a known value but no weight. */
  readonly weight: number | null
}

/** The rows of one group, in their order. */
export interface HoldingGroup {
  readonly key: string
  readonly title: string
  readonly rows: readonly Holding[]
  readonly subtotals: readonly Subtotal[]
}

type Row = Omit<PositionRow, 'accountId'>
type Pick = (row: Row) => Decimal | null

function sumKnown(rows: readonly Row[], pick: Pick): KnownSum {
  const known = rows.map(pick).filter((value) => value !== null)
  return { amount: known.length === 0 ? null : sum(known), missing: rows.length - known.length }
}

/** The sum of the known weights; `null` if none is known. */
function sumWeights(rows: readonly Row[]): number | null {
  const known = rows.map(({ weight }) => weight).filter((weight) => weight !== null)
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0)
}

/** One subtotal per currency, sorted by currency code; the unknown currency comes last. */
export const subtotals = (rows: readonly Row[]): Subtotal[] =>
  [...Map.groupBy(rows, (row) => row.currency ?? '')]
    .sort(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b))
    .map(([currency, own]) => {
      const sumOf = (pick: Pick): KnownSum => sumKnown(own, (row) => (currency === '' ? null : pick(row)))
      return {
        currency,
        count: own.length,
        cost: sumOf(costOf),
        value: sumOf((row) => row.value),
        valueInBase: sumKnown(own, (row) => row.valueInBase),
        dailyPnl: sumOf((row) => row.dailyPnl),
        unrealizedPnl: sumOf((row) => row.unrealizedPnl),
        weight: sumWeights(own),
      }
    })

/** The sums of all rows in the base currency. */
export function subtotalInBase(rows: readonly Row[], base: string): Subtotal {
  const value = sumKnown(rows, (row) => row.valueInBase)
  return {
    currency: base,
    count: rows.length,
    cost: sumKnown(rows, costInBaseOf),
    value,
    valueInBase: value,
    dailyPnl: sumKnown(rows, (row) => row.dayInBase),
    unrealizedPnl: sumKnown(rows, (row) => row.unrealizedInBase),
    weight: sumWeights(rows),
  }
}

const keyOf: Record<Grouping, (row: Holding) => string> = {
  instrument: () => '',
  none: () => '',
  account: ({ parts }) => parts[0]?.accountId ?? '',
  type: (row) => row.type ?? '',
  market: (row) => row.market,
  currency: (row) => row.currency ?? '',
}

function groupTitle(grouping: Grouping, key: string): string {
  if (grouping === 'type') return titleOf(key, m.common_unknown_type())
  return key || (grouping === 'market' ? m.positions_no_market() : m.common_unknown_currency())
}

/** Groups sorted rows; each group keeps their order. */
export const groupHoldings = (rows: readonly Holding[], grouping: Grouping): HoldingGroup[] =>
  [...Map.groupBy(rows, keyOf[grouping])]
    .sort(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b, undefined, { numeric: true }))
    .map(([key, own]) => ({
      key,
      rows: own,
      title: isGrouped(grouping) ? groupTitle(grouping, key) : '',
      subtotals: isGrouped(grouping) ? subtotals(own) : [],
    }))
