import { toNumber, type Decimal } from '../../../../shared/decimal.ts'
import type { Quote } from '../../../../shared/model/market.ts'

/** What one figure tells of a variance rate: as much as the mean square of `weight` independent normal changes. */
export interface VarianceEstimate {
  /** Variance of the relative change per ms of trading. */
  readonly rate: number
  /** Degrees of freedom. */
  readonly weight: number
}

/** What a quote says of its trading day: prices, and how many trades they come from as far as that is known. */
export interface DayRange {
  readonly open: number | null
  readonly high: number
  readonly low: number
  readonly last: number
  /** `null` where it is not known. */
  readonly trades: number | null
}

/**
 * Degrees of freedom of the two estimators on a Brownian path: 2 / relative variance. Against the square of a single
 * change their variance is 5.2 and 7.4 times as small (Parkinson; Garman and Klass). Real prices do not keep one
 * volatility from the first session to the last, so that a whole day counts as less than that.
 */
const parkinsonWeight = 4
const garmanKlassWeight = 5
/** A range over this time counts half: an opening is unlike the rest of the day, and its beginning is known only roughly. */
const halfWeightMs = 10 * 60_000
/** One that stands alone, without any trading time, tells nothing. */
const minElapsedMs = 1_000
/** Where the schedule is not known, the range is taken for that of a whole day, which it may not be. */
const usualDayMs = 8.5 * 3_600_000
const unknownDayShare = 0.5

const perRange = 4 * Math.LN2
const perChange = 2 * Math.LN2 - 1

/**
 * The range of a quote's day as far as it is usable; `null` where a figure is missing, below or equal to zero, or
 * contradicts another. `volume / lastSize` is the only hint of how many trades there were: rough, but only a small count
 * matters.
 */
export function readDayRange({ open, high, low, last, volume, lastSize }: Quote): DayRange | null {
  const [highest, lowest, latest] = [priceOf(high), priceOf(low), priceOf(last)]
  if (highest === null || lowest === null || latest === null) return null
  if (!(lowest <= latest && latest <= highest)) return null
  const first = priceOf(open)
  const [traded, size] = [volume === null ? null : toNumber(volume), priceOf(lastSize)]
  // A volume of zero beside a range: the figures of a day before, or of a source without volumes.
  const trades = traded === null || size === null || traded <= 0 ? null : Math.max(1, traded / size)
  return {
    open: first !== null && lowest <= first && first <= highest ? first : null,
    high: highest,
    low: lowest,
    last: latest,
    trades,
  }
}

/**
 * The variance rate that explains a day's range so far. With u = ln(high / low), c = ln(last / open) and the trading time t:
 *
 * - Parkinson: u² / (4 ln 2 · t). M. Parkinson, "The extreme value method for estimating the variance of the rate of
 *   return", Journal of Business 53 (1980).
 * - Garman and Klass, where the open is known: (u² / 2 − (2 ln 2 − 1) c²) / t. "On the estimation of security price
 *   volatilities from historical data", Journal of Business 53 (1980). It is never negative, for |c| ≤ u.
 *
 * Both hold for any part of a day: the squares of a Brownian path grow with t. The jump from the previous close to the open
 * belongs to the hours in which nobody could trade, and to none of these: it is left out.
 *
 * A path that is seen at n trades only has a smaller range than the whole path: by Spitzer's identity (1956) it is
 * Σ k^(−1/2) / (2 √n), k = 1 … n, of it, which is 1 − 0.73 / √n + 1 / (4 n). u is divided by that. Few trades also tell
 * less: two prices are one change.
 *
 * `tradingMs` is the trading time of the range in ms, `null` where the hours are not known. `null` for a range that tells
 * nothing: no trading time, or a single price.
 */
export function estimateFromRange(
  { open, high, low, last, trades }: DayRange,
  tradingMs: number | null,
): VarianceEstimate | null {
  if (tradingMs !== null && tradingMs < minElapsedMs) return null
  const steps = (trades ?? Infinity) - 1
  if (steps < 1) return null
  const elapsedMs = tradingMs ?? usualDayMs
  const range = Math.log(high / low) / (1 - 0.73 / Math.sqrt(steps) + 1 / (4 * steps))
  const isAnchored = open !== null
  const variance = isAnchored ? range ** 2 / 2 - perChange * Math.log(last / open) ** 2 : range ** 2 / perRange
  const full = isAnchored ? garmanKlassWeight : parkinsonWeight
  const known = tradingMs === null ? unknownDayShare : elapsedMs / (elapsedMs + halfWeightMs)
  // n trades are n − 1 steps, and what lies before the first of them belongs to none.
  return {
    rate: (variance / elapsedMs) * (1 + 1 / steps),
    weight: Math.max(1, full - ((full - 1) * 2) / Math.sqrt(steps)) * known,
  }
}

/** The service writes 0 where it has no value. */
function priceOf(value: Decimal | null): number | null {
  const price = value === null ? NaN : toNumber(value)
  return Number.isFinite(price) && price > 0 ? price : null
}
