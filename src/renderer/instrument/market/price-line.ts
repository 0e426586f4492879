import { toNumber, type Decimal } from '#shared/decimal.ts'
import { hourMs } from '#shared/durations.ts'
import type { PricePoint } from '#shared/model/instrument-view.ts'
import type { QuoteRow } from '#shared/model/watchlist.ts'
import type { Curve } from '../../chart/equity-curve.ts'
import type { Range } from '../../chart/time-axis.ts'

/**
 * The maximum distance (ms) of two prices without a gap between them. Older records are thinned to one per hour, then one
 * per day.
 */
export const gapMs = (range: Range): number =>
  ({ '1D': hourMs / 2, '1W': 2 * hourMs, '1M': 3 * hourMs, '1Y': 73 * hourMs, All: 73 * hourMs })[range]

/** The prices as a curve. Each price is known only at the instant when it was recorded. */
export const curveOf = (points: readonly PricePoint[], maxGapMs: number): Curve => ({
  points: points.map(({ at, price }) => ({ at, until: at, equity: price })),
  maxGapMs,
})

/** Adds the latest quote, because prices are recorded with a delay. */
export function withLatest(points: readonly PricePoint[], row: QuoteRow | null): readonly PricePoint[] {
  const price = row?.quote?.last ?? null
  const at = row?.fetchedAt ?? null
  if (price === null || at === null || at <= (points.at(-1)?.at ?? -Infinity)) return points
  return [...points, { at, price }]
}

/**
 * A level for the chart, from its start on. `null` if it is further from the prices than their own range, because it would
 * flatten them.
 */
export function levelOf(
  level: Decimal | null,
  drawn: readonly { readonly y: number | null }[],
): { y: number; from: number } | null {
  const prices = drawn.flatMap(({ y }) => y ?? [])
  if (level === null || prices.length === 0) return null
  const [y, low, high] = [toNumber(level), Math.min(...prices), Math.max(...prices)]
  const slack = Math.max(high - low, high * minSlack)
  return y >= low - slack && y <= high + slack ? { y, from: -Infinity } : null
}

/** The levels that are near the prices, as floats for drawing. */
export const nearLevels = (levels: readonly Decimal[], drawn: readonly { readonly y: number | null }[]): number[] =>
  levels.flatMap((level) => levelOf(level, drawn)?.y ?? [])

/** If prices hardly move, a level up to this fraction away is still drawn. */
const minSlack = 0.02
