import type { GrowthPoint, PerformanceRow, PerformanceSums } from '../../../shared/model/ledger/performance.ts'
import type { LinePoint } from '../../chart/comparison-chart.ts'

/** Growth as a change in percent, broken where the days before a point are not known. */
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
  /** `null` where it is not known, or where it belongs to several currencies. */
  readonly twr: number | null
}

/** The lines of the rows: one where there is a currency for all, otherwise one by currency. */
export function periodLines(rows: readonly PerformanceRow[]): PeriodLine[] {
  return rows.flatMap(({ currency, byCurrency, twr, ...row }): PeriodLine[] => {
    const { from, to } = row
    if (currency !== null) return [{ key: String(from), from, to, twr, sums: { ...row, currency } }]
    return byCurrency.map((sums) => ({ key: `${from} ${sums.currency}`, from, to, twr: null, sums }))
  })
}

/** The name of a UTC year or month: `2025` or `2025-03`, as a calendar date. */
export const periodDate = (from: number, by: 'year' | 'month'): string =>
  new Date(from).toISOString().slice(0, by === 'year' ? 4 : 7)
