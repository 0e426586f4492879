import { hourMs } from '#shared/durations.ts'
import type { VarianceEstimate } from './range-estimate.ts'

/** A received price. Times are UTC ms. */
export interface PriceSeen {
  readonly price: number
  readonly seenAt: number
  /** The quote's own time: when the last trade happened. `null` if the source has none. */
  readonly tradedAt: number | null
}

/** The estimate from the range of a trading day, and when that day started (UTC ms; `null` if its hours are unknown). */
export interface DayEstimate extends VarianceEstimate {
  readonly dayStartAt: number | null
}

/** What is known about the volatility of one price. */
export interface PriceHistory {
  readonly last: PriceSeen
  /** From the changes between two quotes: an average in which older changes lose weight. `weight` is 0 before the first change. */
  readonly changes: VarianceEstimate
  /** From the range of the current day; `null` if no quote had one. */
  readonly day: DayEstimate | null
}

const noChanges: VarianceEstimate = { rate: 0, weight: 0 }
/** The average reaches back over this many changes. */
const memory = 20
/** A change counts at most as this multiple of the expected variance: a single wrong price is not a new volatility. */
const maxSurprise = 40
/** On the next day, the range of a past day keeps this share of its weight. */
const pastDayShare = 0.5
/** Two trades closer than this show the spread between bid and ask, not volatility. */
const shortestMs = 1_000
/**
 * If a price without a trade time does not change for this long, it is calm or nobody traded: this counts as `stillShare` of
 * a change.
 */
const stillMs = 600_000
const stillShare = 0.3
/** Over a longer time the market may have been closed. */
const longestMs = 2 * hourMs

/**
 * Combines the changes between quotes and the day's range, each by its weight. Both are partly based on the same trades, so the
 * smaller weight is added to the larger one only by half.
 */
export function combineEvidence({ changes, day }: PriceHistory): VarianceEstimate {
  if (day === null) return changes
  const { rate } = addEvidence(changes, day)
  return { rate, weight: Math.max(changes.weight, day.weight) + Math.min(changes.weight, day.weight) / 2 }
}

function addEvidence(first: VarianceEstimate, second: VarianceEstimate): VarianceEstimate {
  const weight = first.weight + second.weight
  return { weight, rate: weight === 0 ? 0 : (first.rate * first.weight + second.rate * second.weight) / weight }
}

/**
 * Learns from a price. Changes are measured between the quotes' own times if both have one: a quote with the same time as before
 * shows only that nobody traded, not that the price is calm. `expected` is the variance rate expected so far.
 */
export function seePrice(
  history: PriceHistory | undefined,
  seen: PriceSeen,
  expected: number,
): PriceHistory | undefined {
  if (!(seen.price > 0) || !Number.isFinite(seen.price)) return history
  if (history === undefined) return { last: seen, changes: noChanges, day: null }
  const { last } = history
  const isStill = seen.price === last.price
  if (last.tradedAt === null || seen.tradedAt === null) {
    // The same price, now with the time of its trade.
    if (isStill && seen.tradedAt !== null) return { ...history, last: seen }
    // The last price was received before the clock was set back.
    if (last.seenAt > seen.seenAt) return { ...history, last: seen }
    return takeChange(history, seen, seen.seenAt - last.seenAt, isStill ? stillShare : 1, expected)
  }
  return takeChange(history, seen, seen.tradedAt - last.tradedAt, 1, expected)
}

/** An exponentially weighted average of squared changes per ms. (RiskMetrics, technical document, 1996.) */
function takeChange(
  history: PriceHistory,
  seen: PriceSeen,
  elapsedMs: number,
  share: number,
  expected: number,
): PriceHistory {
  if (elapsedMs < (share < 1 ? stillMs : shortestMs)) return history
  if (elapsedMs > longestMs) return { ...history, last: seen }
  const square = Math.log(seen.price / history.last.price) ** 2 / elapsedMs
  const isFirst = combineEvidence(history).weight === 0
  const change = { rate: isFirst ? square : Math.min(square, expected * maxSurprise), weight: share }
  const decayed = { ...history.changes, weight: history.changes.weight * (1 - share / memory) }
  return { ...history, last: seen, changes: addEvidence(decayed, change) }
}

/** Learns from a price of a closed market: the next change is measured from it, but it is no evidence of volatility. */
export const seeClosed = (history: PriceHistory | undefined, seen: PriceSeen): PriceHistory | undefined =>
  history === undefined ? seePrice(undefined, seen, 0) : { ...history, last: { ...seen, tradedAt: null } }

/** Learns from the range of a day. It replaces an earlier range of the same day; the range of a previous day is added to the changes. */
export function seeDay(history: PriceHistory, day: DayEstimate): PriceHistory {
  const { day: before, changes } = history
  if (before === null || before.dayStartAt === null || day.dayStartAt === null) return { ...history, day }
  if (before.dayStartAt > day.dayStartAt) return history
  if (before.dayStartAt === day.dayStartAt) return { ...history, day }
  return { ...history, changes: addEvidence(changes, { ...before, weight: before.weight * pastDayShare }), day }
}
