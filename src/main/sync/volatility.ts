import { explain, noEvidence, type Evidence } from './variance-evidence.ts'

/** A price as it was seen. Times are UTC ms. */
export interface PriceSeen {
  readonly price: number
  readonly seenAt: number
  /** The time that the quote itself bears: when the price last changed hands. `null` where the source tells none. */
  readonly tradedAt: number | null
}

/** What was learned of how much one price moves. */
export interface PriceHistory {
  readonly last: PriceSeen
  /** `null` before the first change. */
  readonly evidence: Evidence | null
}

/** Two trades closer than this tell of the spread between bid and ask, not of volatility. */
const shortestMs = 1_000
/**
 * A price that stands still so long, by looks without a time of their own, is calm, or else nobody traded: that it did
 * so counts as this part of a change.
 */
const stillMs = 600_000
const stillPart = 0.3
/** Over a longer time a market may have been closed. */
const longestMs = 2 * 3_600_000

/**
 * Takes in a price. Changes are measured between the quotes' own times where both have one: a quote that bears the same
 * time again says nothing of volatility, only that nobody traded. `shares` tells how the crowd moves.
 */
export function seePrice(
  history: PriceHistory | undefined,
  seen: PriceSeen,
  shares: readonly number[],
): PriceHistory | undefined {
  if (!(seen.price > 0) || !Number.isFinite(seen.price)) return history
  if (history === undefined) return { last: seen, evidence: null }
  const { last } = history
  const isStill = seen.price === last.price
  if (last.tradedAt === null || seen.tradedAt === null) {
    // The same price, and now the time of its trade.
    if (isStill && seen.tradedAt !== null) return { ...history, last: seen }
    // A look ahead of this one is from before the clock was set back.
    if (last.seenAt > seen.seenAt) return { ...history, last: seen }
    return learn(history, seen, seen.seenAt - last.seenAt, isStill ? stillPart : 1, shares)
  }
  return learn(history, seen, seen.tradedAt - last.tradedAt, 1, shares)
}

function learn(
  history: PriceHistory,
  seen: PriceSeen,
  elapsedMs: number,
  part: number,
  shares: readonly number[],
): PriceHistory {
  if (elapsedMs < (part < 1 ? stillMs : shortestMs)) return history
  if (elapsedMs > longestMs) return { ...history, last: seen }
  const square = Math.log(seen.price / history.last.price) ** 2 / elapsedMs
  return { last: seen, evidence: explain(history.evidence ?? noEvidence, square, elapsedMs, part, shares) }
}

/** Takes in a price of a closed market: the next change is measured from it, and nothing is learned of it. */
export const seeClosed = (history: PriceHistory | undefined, seen: PriceSeen): PriceHistory | undefined =>
  history === undefined ? seePrice(undefined, seen, []) : { ...history, last: { ...seen, tradedAt: null } }
