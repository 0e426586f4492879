import { toNumber, type Decimal } from '#shared/decimal.ts'
import { hourMs } from '#shared/durations.ts'
import type { Quote } from '#shared/model/market.ts'

/** An estimate of a variance rate, as reliable as the mean square of `weight` independent normal changes. */
export interface VarianceEstimate {
  /** Variance of the relative change per ms of trading. */
  readonly rate: number
  /** Degrees of freedom. */
  readonly weight: number
}

/** A quote's figures of its trading day, and the number of trades behind them if known. */
export interface DayRange {
  readonly open: number | null
  readonly high: number
  readonly low: number
  readonly last: number
  /** `null` if unknown. */
  readonly trades: number | null
}

/**
 * Degrees of freedom of the two estimators on a Brownian path: 2 / relative variance. Against the square of a single
 * change their variance is 5.2 and 7.4 times as small (Parkinson; Garman and Klass). The volatility of real prices changes
 * during the day, so a whole day counts as less than that.
 */
const parkinsonWeight = 4
const garmanKlassWeight = 5
/** A range over this time counts half: the opening differs from the rest of the day, and its start is known only roughly. */
const halfWeightMs = 10 * 60_000
/** A range without trading time shows nothing. */
const minElapsedMs = 1_000
/** If the schedule is unknown, the range is assumed to be that of a whole day, which may be wrong. */
const usualDayMs = 8.5 * hourMs
const unknownDayShare = 0.5

const perRange = 4 * Math.LN2
const perChange = 2 * Math.LN2 - 1

/**
 * The range of a quote's day if it is usable; `null` if a figure is missing, zero, negative or contradicts another one.
 * `volume / lastSize` is the only hint of the number of trades: it is rough, but only small numbers matter.
 */
export function readDayRange({ open, high, low, last, volume, lastSize }: Quote): DayRange | null {
  const [highest, lowest, latest] = [priceOf(high), priceOf(low), priceOf(last)]
  if (highest === null || lowest === null || latest === null) return null
  if (!(lowest <= latest && latest <= highest)) return null
  const first = priceOf(open)
  const [traded, size] = [volume === null ? null : toNumber(volume), priceOf(lastSize)]
  // A range with a volume of zero: the figures are from a previous day, or the source has no volumes.
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
 * Both are valid for any part of a day: the squares of a Brownian path grow with t. The jump from the previous close to the
 * open happens outside trading hours and is excluded.
 *
 * A path that is observed at only n trades has a smaller range than the whole path: by Spitzer's identity (1956) by the factor
 * Σ k^(−1/2) / (2 √n), k = 1 … n, which is 1 − 0.73 / √n + 1 / (4 n). u is divided by it. Few trades also have less weight:
 * two prices are only one change.
 *
 * `tradingMs` is the trading time of the range in ms, `null` if the hours are unknown. Returns `null` for a range that shows
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
  // n trades are n − 1 steps; the time before the first trade belongs to no step.
  return {
    rate: (variance / elapsedMs) * (1 + 1 / steps),
    weight: Math.max(1, full - ((full - 1) * 2) / Math.sqrt(steps)) * known,
  }
}

/** The service sends 0 for a missing value. */
function priceOf(value: Decimal | null): number | null {
  const price = value === null ? NaN : toNumber(value)
  return Number.isFinite(price) && price > 0 ? price : null
}
