import { dayMs } from '#shared/durations.ts'
import type { BenchmarkComparison } from '#shared/model/ledger/performance.ts'
import type { GrowthPoint } from '#shared/model/ledger/returns.ts'

interface CommonDay {
  readonly at: number
  readonly growth: number
  readonly value: number
}

type Compared = Pick<BenchmarkComparison, 'total' | 'ownTotal' | 'coveredShare' | 'gaps' | 'points' | 'own'>

/**
 * Compares the growth of a scope (`own`, an index) with prices of a benchmark over the days that both have. Both are
 * ascending, at ends of UTC days (UTC ms). The resulting lines are 1 on the first common day; `total` and `ownTotal`
 * are fractions, `null` with fewer than two common days; `coveredShare` is the fraction of days from `from` to `to`
 * that are compared.
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
