import type { PerformanceRow, PerformanceSums } from '#shared/model/ledger/performance.ts'
import type { GrowthPoint } from '#shared/model/ledger/returns.ts'
import type { LinePoint } from '../../chart/comparison-chart.ts'

/** Growth as a change in percent, with a gap where the days before a point are unknown. */
export const growthLine = (points: readonly GrowthPoint[]): LinePoint[] =>
  points.flatMap(({ at, growth, followsGap }, index): LinePoint[] => {
    const point = { at, value: (growth - 1) * 100 }
    return followsGap && index > 0 ? [{ at, value: null }, point] : [point]
  })

/** A line of the table: one period in one currency. */
export interface PeriodLine {
  readonly key: string
  readonly from: number
  readonly to: number
  readonly sums: PerformanceSums
  /** `null` if unknown, or if it belongs to several currencies. */
  readonly twr: number | null
  readonly twrReason: PerformanceRow['twrReason']
}

/**
 * The lines of the rows: one per row if there is a common currency, otherwise one per currency. Money of unknown currency
 * is a line of its own.
 */
export function periodLines(rows: readonly PerformanceRow[]): PeriodLine[] {
  return rows.flatMap(({ currency, byCurrency, twr, twrReason, ...row }): PeriodLine[] => {
    const { from, to } = row
    const apart = byCurrency.filter((sums) => currency === null || (sums.currency === '' && currency !== ''))
    return [
      ...(currency === null ? [] : [{ key: String(from), from, to, twr, twrReason, sums: { ...row, currency } }]),
      ...apart.map((sums) => ({ key: `${from} ${sums.currency}`, from, to, twr: null, twrReason: null, sums })),
    ]
  })
}

/** A UTC year or month as a calendar date: `2025` or `2025-03`. */
export const periodDate = (from: number, by: 'year' | 'month'): string =>
  new Date(from).toISOString().slice(0, by === 'year' ? 4 : 7)
