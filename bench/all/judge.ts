import type { Kind } from './read-figures.ts'

/** The values of a figure in several runs. */
export interface Spread {
  readonly median: number
  readonly low: number
  readonly high: number
  /** The range of the middle half of the values. */
  readonly quartiles: readonly [number, number]
}

export type Verdict = 'same' | 'slower' | 'faster' | 'larger' | 'smaller' | 'new' | 'missing'

/** A change up to this factor counts as none. */
const factor = 1.2
const round = (value: number): number => Number(value.toPrecision(6))

/** A quantile with linear interpolation between the two nearest values; `share` is a fraction of 1. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const [below = NaN, above = NaN] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return round(below + (above - below) * (place - Math.floor(place)))
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const [low, first, median, third, high] = [0, 0.25, 0.5, 0.75, 1].map((share) => quantile(sorted, share)) as [
    ...[number, number, number, number, number],
  ]
  return { median, low, high, quartiles: [first, third] }
}

/**
 * How a figure changed since the baseline. It changed if its median did by more than the factor and all values of today are
 * beyond all values of the baseline. `ratio` is null where it says nothing: without one of the two, or from zero.
 */
export function judge(
  kind: Kind,
  before: Spread | undefined,
  today: Spread | undefined,
): { readonly ratio: number | null; readonly verdict: Verdict } {
  if (before === undefined) return { ratio: null, verdict: 'new' }
  if (today === undefined) return { ratio: null, verdict: 'missing' }
  const ratio = before.median > 0 ? round(today.median / before.median) : null
  const isMore = today.low > before.high && (ratio === null || ratio > factor)
  const isLess = today.high < before.low && (ratio === null || ratio < 1 / factor)
  if (!isMore && !isLess) return { ratio, verdict: 'same' }
  if (kind === 'time') return { ratio, verdict: isMore ? 'slower' : 'faster' }
  if (kind === 'rate') return { ratio, verdict: isMore ? 'faster' : 'slower' }
  return { ratio, verdict: isMore ? 'larger' : 'smaller' }
}

/** More rows are no loss, but more requests or MB are. */
export const isWorse = (kind: Kind, verdict: Verdict): boolean =>
  verdict === 'slower' || (verdict === 'larger' && kind === 'cost')
