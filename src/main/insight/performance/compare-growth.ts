import { dayMs } from '../../../shared/durations.ts'
import type { BenchmarkComparison, GrowthPoint } from '../../../shared/model/ledger/performance.ts'

interface CommonDay {
  readonly at: number
  readonly growth: number
  readonly value: number
}

type Compared = Pick<BenchmarkComparison, 'total' | 'ownTotal' | 'coveredShare' | 'gaps' | 'points' | 'own'>

/**
 * Two lines over the days that both have, each 1 at the first of them. `own` is an index, `prices` are values; both ascending,
 * at ends of UTC days.
 */
export function compareGrowth(
  own: readonly GrowthPoint[],
  prices: readonly { readonly at: number; readonly value: number }[],
  { from, to }: { readonly from: number; readonly to: number },
): Compared {
  const priceAt = new Map(prices.map(({ at, value }) => [at, value]))
  const common = own.flatMap(({ at, growth }): CommonDay[] => {
    const value = priceAt.get(at)
    return value === undefined ? [] : [{ at, growth, value }]
  })
  const first = common[0]
  const gaps: { from: number; to: number }[] = []
  if (first === undefined) {
    return { total: null, ownTotal: null, coveredShare: 0, gaps: [{ from, to }], points: [], own: [] }
  }
  if (first.at > from) gaps.push({ from, to: first.at })
  const isAfterGap = common.map(({ at }, index) => {
    const before = common[index - 1]
    const follows = before !== undefined && at - before.at > dayMs
    if (follows) gaps.push({ from: before.at, to: at - dayMs })
    return follows
  })
  const last = common.at(-1) ?? first
  if (last.at < to) gaps.push({ from: last.at, to })
  const draw = (read: (day: CommonDay) => number): GrowthPoint[] =>
    common.map((day, index) => ({
      at: day.at,
      growth: read(day) / read(first),
      followsGap: isAfterGap[index] ?? false,
    }))
  return {
    total: common.length < 2 ? null : last.value / first.value - 1,
    ownTotal: common.length < 2 ? null : last.growth / first.growth - 1,
    coveredShare: (common.length - 1) / Math.max(1, (to - from) / dayMs),
    gaps,
    points: draw(({ value }) => value),
    own: draw(({ growth }) => growth),
  }
}
