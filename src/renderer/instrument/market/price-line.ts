import type { PricePoint } from '../../shared/model/instrument-view.ts'
import type { QuoteRow } from '../../shared/model/watchlist.ts'
import type { EquityCurve } from '../../shared/model/portfolio.ts'
import type { Range } from '../chart/ranges.ts'

const hourMs = 3_600_000

/** Between prices farther apart than this nothing is known. Old ones are kept an hour, and then a day apart. */
export const gapMs = (range: Range): number =>
  ({ '1D': hourMs / 2, '1W': 2 * hourMs, '1M': 3 * hourMs, All: 73 * hourMs })[range]

/** Prices as the line that a recorded curve draws: each is known for the moment at which it was seen. */
export const curveOf = (points: readonly PricePoint[], maxGapMs: number): EquityCurve => ({
  points: points.map(({ at, price }) => ({ at, until: at, equity: price })),
  maxGapMs,
})

/** Adds the quote as it was read last: prices are written down some time after they were seen. */
export function withLatest(points: readonly PricePoint[], row: QuoteRow | null): readonly PricePoint[] {
  const price = row?.quote?.last ?? null
  const at = row?.fetchedAt ?? null
  if (price === null || at === null || at <= (points.at(-1)?.at ?? -Infinity)) return points
  return [...points, { at, price }]
}
