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
  /** Faded sums: of squared relative changes per ms, and of how many they were. */
  readonly squares: number
  readonly count: number
}

/** Each change seen takes this share of the weight of those before it: some ten changes make the estimate, so a regime is soon forgotten. */
const fade = 0.9
/** Two trades closer than this tell of the spread between bid and ask, not of volatility. */
const shortestMs = 1_000
/**
 * A price that stands still so long, by looks without a time of their own, is calm, or else nobody traded: that it did
 * so counts as this part of a change.
 */
const stillMs = 600_000
const stillCount = 0.3
/** Over a longer time a market may have been closed. */
const longestMs = 2 * 3_600_000
/** One change counts as no more than this many times what was expected: a single wild print is not a regime, several are. */
const mostSurprise = 40
/** A change beyond three standard deviations, and the past counts this much less. */
const surprise = 9
const surprisedShare = 0.4
/** Before so many changes were seen, nothing is a surprise: there is nothing yet to expect. */
const knownFrom = 3

/**
 * Takes in a price. Changes are measured between the quotes' own times where both have one: a quote that bears the same
 * time again says nothing of volatility, only that nobody traded. `expected` is the variance per ms believed before.
 */
export function seePrice(
  history: PriceHistory | undefined,
  seen: PriceSeen,
  expected: number,
): PriceHistory | undefined {
  if (!(seen.price > 0) || !Number.isFinite(seen.price)) return history
  if (history === undefined) return { last: seen, squares: 0, count: 0 }
  const { last } = history
  const isStill = seen.price === last.price
  if (last.tradedAt === null || seen.tradedAt === null) {
    // The same price, and now the time of its trade.
    if (isStill && seen.tradedAt !== null) return { ...history, last: seen }
    return learn(history, seen, seen.seenAt - last.seenAt, isStill ? stillCount : 1, expected)
  }
  return learn(history, seen, seen.tradedAt - last.tradedAt, 1, expected)
}

function learn(
  history: PriceHistory,
  seen: PriceSeen,
  elapsedMs: number,
  count: number,
  expected: number,
): PriceHistory {
  if (elapsedMs < (count < 1 ? stillMs : shortestMs)) return history
  if (elapsedMs > longestMs) return { ...history, last: seen }
  const isKnown = history.count >= knownFrom && expected > 0
  const square = Math.log(seen.price / history.last.price) ** 2 / elapsedMs
  const kept = isKnown && square > expected * surprise ? fade * surprisedShare : fade ** count
  return {
    last: seen,
    squares: history.squares * kept + (isKnown ? Math.min(square, expected * mostSurprise) : square),
    count: history.count * kept + count,
  }
}

/** Takes in a price of a closed market: the next change is measured from it, and nothing is learned of it. */
export const seeClosed = (history: PriceHistory | undefined, seen: PriceSeen): PriceHistory | undefined =>
  history === undefined ? seePrice(undefined, seen, 0) : { ...history, last: { ...seen, tradedAt: null } }
