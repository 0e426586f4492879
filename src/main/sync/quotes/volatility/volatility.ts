import type { VarianceEstimate } from './range-estimate.ts'

/** A price as it was seen. Times are UTC ms. */
export interface PriceSeen {
  readonly price: number
  readonly seenAt: number
  /** The time of the quote itself: when the price last changed hands. `null` where the source has none. */
  readonly tradedAt: number | null
}

/** What the range of a trading day says, and when that day began (UTC ms; `null` where its hours are not known). */
export interface DayEstimate extends VarianceEstimate {
  readonly dayStartAt: number | null
}

/** What is known of how much one price moves. */
export interface PriceHistory {
  readonly last: PriceSeen
  /** From the changes between two quotes: an average in which older changes fade. `weight` is 0 before the first. */
  readonly changes: VarianceEstimate
  /** From the range of the present day; `null` where no quote had one. */
  readonly day: DayEstimate | null
}

const noChanges: VarianceEstimate = { rate: 0, weight: 0 }
/** The average reaches back over this many changes. */
const memory = 20
/** One change counts as no more than this many times what was expected: a single odd print is not a new volatility. */
const maxSurprise = 40
/** A range of a day that is over counts for this part on the next. */
const pastDayShare = 0.5
/** Two trades closer than this show the spread between bid and ask, not volatility. */
const shortestMs = 1_000
/**
 * A price without a trade time that stands still for this long is calm, or else nobody traded: it counts as this part
 * of a change.
 */
const stillMs = 600_000
const stillPart = 0.3
/** Over a longer time a market may have been closed. */
const longestMs = 2 * 3_600_000

/**
 * All that is known of one price: the changes between quotes and the day's range, each by its weight. Both come from the
 * same trades in part, so the smaller of them adds only half its weight to the larger.
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
 * Takes in a price. Changes are measured between the quotes' own times where both have one: a quote with the same time
 * again says nothing about volatility, only that nobody traded. `expected` is the variance rate expected so far.
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
    // The same price, and now the time of its trade.
    if (isStill && seen.tradedAt !== null) return { ...history, last: seen }
    // The last price was seen before the clock was set back.
    if (last.seenAt > seen.seenAt) return { ...history, last: seen }
    return takeChange(history, seen, seen.seenAt - last.seenAt, isStill ? stillPart : 1, expected)
  }
  return takeChange(history, seen, seen.tradedAt - last.tradedAt, 1, expected)
}

/** An exponentially weighted average of squared changes per ms. (RiskMetrics, technical document, 1996.) */
function takeChange(
  history: PriceHistory,
  seen: PriceSeen,
  elapsedMs: number,
  part: number,
  expected: number,
): PriceHistory {
  if (elapsedMs < (part < 1 ? stillMs : shortestMs)) return history
  if (elapsedMs > longestMs) return { ...history, last: seen }
  const square = Math.log(seen.price / history.last.price) ** 2 / elapsedMs
  const isFirst = combineEvidence(history).weight === 0
  const change = { rate: isFirst ? square : Math.min(square, expected * maxSurprise), weight: part }
  const kept = { ...history.changes, weight: history.changes.weight * (1 - part / memory) }
  return { ...history, last: seen, changes: addEvidence(kept, change) }
}

/** Takes in a price of a closed market: the next change is measured from it, and it says nothing about volatility. */
export const seeClosed = (history: PriceHistory | undefined, seen: PriceSeen): PriceHistory | undefined =>
  history === undefined ? seePrice(undefined, seen, 0) : { ...history, last: { ...seen, tradedAt: null } }

/** Takes in the range of a day. It replaces an earlier one of the same day; that of a day before joins the changes. */
export function seeDay(history: PriceHistory, day: DayEstimate): PriceHistory {
  const { day: before, changes } = history
  if (before === null || before.dayStartAt === null || day.dayStartAt === null) return { ...history, day }
  if (before.dayStartAt > day.dayStartAt) return history
  if (before.dayStartAt === day.dayStartAt) return { ...history, day }
  return { ...history, changes: addEvidence(changes, { ...before, weight: before.weight * pastDayShare }), day }
}
