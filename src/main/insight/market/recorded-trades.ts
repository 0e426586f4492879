import type { Decimal } from '#shared/decimal.ts'
import type { PricePoint } from '#shared/model/instrument-view.ts'
import type { Trade } from '#shared/model/market.ts'

/** Sorts trades, newest first. For trades of the same time, or without a time, a later row of the service is newer. */
export const newestTradesFirst = (trades: readonly Trade[]): Trade[] =>
  [...trades]
    .reverse()
    .sort((a, b) => (b.at ?? -Infinity) - (a.at ?? -Infinity) || compareText(b.atText ?? '', a.atText ?? ''))

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

interface RecordedPrice {
  /** UTC ms. */
  readonly at: number
  readonly last: Decimal
}

/**
 * Reduces recorded prices to at most `maxPoints`, oldest first: the last price of each of `maxPoints` equal intervals,
 * so that the newest is always kept.
 */
export function downsamplePrices(recorded: readonly RecordedPrice[], maxPoints: number): PricePoint[] {
  const first = recorded[0]
  const newest = recorded.at(-1)
  if (first === undefined || newest === undefined) return []
  const intervalMs = (newest.at - first.at) / maxPoints
  const intervalOf = ({ at }: RecordedPrice): number =>
    intervalMs === 0 ? 0 : Math.min(maxPoints - 1, Math.floor((at - first.at) / intervalMs))
  const isKept = (price: RecordedPrice, index: number): boolean => {
    const next = recorded[index + 1]
    return recorded.length <= maxPoints || next === undefined || intervalOf(next) !== intervalOf(price)
  }
  return recorded.filter(isKept).map(({ at, last }) => ({ at, price: last }))
}
