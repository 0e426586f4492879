import { dayMs } from '#shared/durations.ts'
import { maxPriceAgeMs } from '../history/past-equity.ts'
import {
  lastSplitAt,
  lastTradePrice,
  quotedPrice,
  valueOf,
  type PastPrice,
  type PricedInstrument,
  type SplitRatio,
} from '../history/past-price.ts'
import type { HoldingPoint } from '../ledger/series/holding-sums.ts'

/** A recorded price in units of 10⁻¹⁸; `at` in UTC ms. */
export interface RecordedPrice {
  readonly at: number
  readonly price: bigint
}

/**
 * Returns the newest known price: of an own trade in any account, or recorded. On the same UTC day the recorded one is
 * used; prices recorded before a split are not used. `points` and `ratioSince` are as for `lastTradePrice`, at that
 * time.
 */
export function knownPrice(
  points: readonly HoldingPoint[],
  recorded: RecordedPrice | null,
  instrument: PricedInstrument,
  ratioSince: (at: number) => SplitRatio | null,
): PastPrice | null {
  const traded = lastTradePrice(points, instrument, ratioSince)
  const quoted =
    recorded === null || recorded.at < (lastSplitAt(points) ?? -Infinity)
      ? null
      : quotedPrice(recorded.price, recorded.at, instrument)
  if (traded === null || quoted === null) return traded ?? quoted
  return Math.floor(quoted.at / dayMs) >= Math.floor(traded.at / dayMs) ? quoted : traded
}

/** The value of pieces in units of 10⁻¹⁸. */
interface KnownValue {
  readonly currency: string
  readonly amount: bigint
  /** The time of its price (UTC ms). */
  readonly at: number
}

/** Values pieces at a time (UTC ms); `null` if no price is known or the newest one is too old. */
export function valueAt(
  pieces: bigint,
  price: PastPrice | null,
  instrument: PricedInstrument,
  at: number,
): KnownValue | null {
  if (price === null || at - price.at > maxPriceAgeMs) return null
  // The end of a day is the start of the next day, whose repayment is not yet made.
  const amount = valueOf(pieces, price, instrument, at - 1)
  return amount === null ? null : { amount, currency: price.currency, at: price.at }
}
