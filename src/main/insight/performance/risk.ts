import type { Drawdown, GrowthPoint } from '#shared/model/ledger/returns.ts'

/** Returns are those of calendar days; on weekends they are 0. */
const daysPerYear = 365

/** The largest fall of an index from a peak before it; `null` if it never falls. */
export function drawdownOf(points: readonly GrowthPoint[]): Drawdown | null {
  let peak = points[0]
  let deepest: Drawdown | null = null
  for (const point of points) {
    if (peak === undefined || point.growth >= peak.growth) peak = point
    const share = point.growth / peak.growth - 1
    if (share < (deepest?.share ?? -roundingShare)) deepest = { share, peakAt: peak.at, lowAt: point.at }
  }
  return deepest
}

/** A fall below this share is a rounding error of floats. */
const roundingShare = 1e-9

/** The annual standard deviation of daily returns. */
export function volatilityOf(daily: readonly number[]): number {
  const mean = daily.reduce((total, value) => total + value, 0) / daily.length
  const variance = daily.reduce((total, value) => total + (value - mean) ** 2, 0) / (daily.length - 1)
  return Math.sqrt(variance) * Math.sqrt(daysPerYear)
}
