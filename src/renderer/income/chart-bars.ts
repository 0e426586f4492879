import { add, compare, decimalOf, divide, toNumber, zero, type Decimal } from '#shared/decimal.ts'
import type { IncomeRow } from '#shared/model/ledger/income.ts'
import { isAhead } from './income-words.ts'

/** The three sums of a month or year. They are never added together. */
export const barSeries = ['received', 'announced', 'projected'] as const
export type BarSeries = (typeof barSeries)[number]

export interface Bar {
  /** A month (`2026-03`) or a year. */
  readonly period: string
  readonly sums: Readonly<Record<BarSeries, Decimal>>
  /** The fraction of the longest bar, 0 to 1. */
  readonly heights: Readonly<Record<BarSeries, number>>
}

const incomeKinds: readonly IncomeRow['kind'][] = ['dividend', 'coupon', 'other']
/** Longer periods are drawn by year. */
const maxMonths = 36

/** Whether a row is income. Repaid face value is not. */
export const isIncome = ({ kind }: IncomeRow): boolean => incomeKinds.includes(kind)

/** The amount of a row and the bar it belongs to; `null` if no received or expected amount is known. */
export function amountOf(row: IncomeRow): { readonly series: BarSeries; readonly amount: Decimal } | null {
  if (row.state === 'announced' || row.state === 'projected')
    return row.expected === null ? null : { series: row.state, amount: row.expected.low }
  return row.gross === null ? null : { series: 'received', amount: row.gross }
}

/** A round amount of at most the longest bar, to read the heights by. */
export interface BarScale {
  readonly amount: Decimal
  /** The fraction of the longest bar, 0 to 1. */
  readonly height: number
}

/** The largest amount of the form 1, 2 or 5 times a power of ten that is not above the longest bar; `null` if that is below 1. */
export function scaleOf(bars: readonly Bar[]): BarScale | null {
  const largest = largestOf(bars.map(({ sums }) => sums))
  const value = toNumber(largest)
  if (value < 1) return null
  const exponent = Math.floor(Math.log10(value))
  const step = [5, 2, 1].find((factor) => factor * 10 ** exponent <= value) ?? 1
  const amount = decimalOf(step * 10 ** exponent)
  return { amount, height: shareOf(amount, largest) }
}

const largestOf = (sums: readonly Bar['sums'][]): Decimal =>
  sums.flatMap((own) => Object.values(own)).reduce((a, b) => (compare(a, b) < 0 ? b : a), zero)

/** The bars of one currency from the first to the last period with income, including empty periods. */
export function barsOf(rows: readonly IncomeRow[], currency: string): Bar[] {
  const parts = rows.flatMap((row) => {
    const part = row.currency === currency && isIncome(row) ? amountOf(row) : null
    return part === null ? [] : [{ ...part, month: row.date.slice(0, 7) }]
  })
  const months = parts.map(({ month }) => month).sort()
  const all = periodsBetween(months[0], months.at(-1))
  const isByYear = all.length > maxMonths
  const periods = isByYear ? [...new Set(all.map((month) => month.slice(0, 4)))] : all
  const sums = new Map(periods.map((period) => [period, { received: zero, announced: zero, projected: zero }]))
  for (const { month, series, amount } of parts) {
    const own = sums.get(isByYear ? month.slice(0, 4) : month)
    if (own !== undefined) own[series] = add(own[series], amount)
  }
  const largest = largestOf([...sums.values()])
  return [...sums].map(([period, own]) => ({
    period,
    sums: own,
    heights: {
      received: shareOf(own.received, largest),
      announced: shareOf(own.announced, largest),
      projected: shareOf(own.projected, largest),
    },
  }))
}

/** A payment for a short position has no height, only a mark. */
const shareOf = (amount: Decimal, largest: Decimal): number => Math.max(0, toNumber(divide(amount, largest, 6) ?? zero))

function periodsBetween(first: string | undefined, last: string | undefined): string[] {
  if (first === undefined || last === undefined) return []
  const periods: string[] = []
  let [year = 0, month = 1] = first.split('-').map(Number)
  for (let period = first; period <= last;) {
    periods.push(period)
    month = month === 12 ? 1 : month + 1
    if (month === 1) year++
    period = `${year}-${String(month).padStart(2, '0')}`
  }
  return periods
}

/** The currencies of the rows; the currency of most rows comes first. */
export function currenciesOf(rows: readonly IncomeRow[]): string[] {
  const counts = Map.groupBy(
    rows.filter((row) => row.currency !== '' && (row.gross !== null || isAhead(row))),
    ({ currency }) => currency,
  )
  return [...counts].sort((a, b) => b[1].length - a[1].length).map(([currency]) => currency)
}
