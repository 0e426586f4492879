import { dayMs } from '../../../shared/durations.ts'
import { maxPriceAgeMs } from '../history/past-equity.ts'
import { priceOfTrade, quotedPrice, valueOf, type PastPrice, type PricedInstrument } from '../history/past-price.ts'
import type { HoldingPoint } from '../ledger/series/state.ts'

/** A recorded price: UTC ms and units. */
export interface RecordedPrice {
  readonly at: number
  readonly price: bigint
}

/** Accounts book one split on different days. */
const sameSplitMs = 10 * dayMs

/**
 * The newest price that was known: of an own trade in any account, or recorded; on one UTC day the recorded one. A price from
 * before a split counts only where the split is applied to it; one that is not in percent of the face is void after a repayment.
 * `points`: the holdings of the instrument in all accounts at that time.
 */
export function knownPrice(
  points: readonly HoldingPoint[],
  recorded: RecordedPrice | null,
  instrument: PricedInstrument,
): PastPrice | null {
  const splitAt = Math.max(...points.map((point) => point.splitAt ?? -Infinity), -Infinity)
  const repaidAt = Math.max(...points.map((point) => point.repaidAt ?? -Infinity), -Infinity)
  const traded = newest(points.map((point) => tradedBefore(point, splitAt, repaidAt, instrument)))
  const quoted =
    recorded === null || recorded.at < splitAt ? null : quotedPrice(recorded.price, recorded.at, instrument)
  if (traded === null || quoted === null) return traded ?? quoted
  return Math.floor(quoted.at / dayMs) >= Math.floor(traded.at / dayMs) ? quoted : traded
}

function tradedBefore(
  { lastTrade, splitAt: ownSplitAt }: HoldingPoint,
  splitAt: number,
  repaidAt: number,
  instrument: PricedInstrument,
): PastPrice | null {
  if (lastTrade === null) return null
  const isSplitKnown = lastTrade.at >= splitAt || (ownSplitAt !== null && splitAt - ownSplitAt < sameSplitMs)
  const price = isSplitKnown ? priceOfTrade(lastTrade, instrument) : null
  if (price === null || (!price.isPercent && lastTrade.at < repaidAt)) return null
  const { before, after } = lastTrade.split ?? { before: 1n, after: 1n }
  return { ...price, numerator: price.numerator * before, denominator: price.denominator * after }
}

const newest = (prices: readonly (PastPrice | null)[]): PastPrice | null =>
  prices.reduce((best, price) => (price !== null && (best === null || price.at > best.at) ? price : best), null)

/** The value of pieces in units of 10⁻¹⁸. */
export interface KnownValue {
  readonly currency: string
  readonly amount: bigint
  /** The time of its price. */
  readonly at: number
}

/** What pieces were worth at a time (UTC ms); `null` where no price is known or the newest one is too old. */
export function valueAt(
  pieces: bigint,
  price: PastPrice | null,
  instrument: PricedInstrument,
  at: number,
): KnownValue | null {
  if (price === null || at - price.at > maxPriceAgeMs) return null
  // The end of a day is the start of the next one, whose repayment is not yet made.
  const amount = valueOf(pieces, price, instrument, at - 1)
  return amount === null ? null : { amount, currency: price.currency, at: price.at }
}
