import type { GrowthPoint } from '../../../shared/model/ledger/performance.ts'
import type { LinePoint } from '../../chart/comparison-chart.ts'

/** Growth as a change in percent, broken where the days before a point are not known. */
export const growthLine = (points: readonly GrowthPoint[]): LinePoint[] =>
  points.flatMap(({ at, growth, followsGap }, index): LinePoint[] => {
    const point = { at, value: (growth - 1) * 100 }
    return followsGap && index > 0 ? [{ at, value: null }, point] : [point]
  })
