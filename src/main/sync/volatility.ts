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
  /** What is left of the belief that it moves like the others. */
  readonly priorCount: number
}

/** Each change seen takes this share of the weight of those before it: some ten changes make the estimate, so a regime is soon forgotten. */
const fade = 0.9
/** Before anything was seen, the others' movement counts as this many changes of its own. */
const priorCount = 1.5
/** Two trades closer than this tell of the spread between bid and ask, not of volatility. */
const shortestMs = 1_000
/** A price that stands still so long, by looks without a time of their own, is calm; before, nobody may have traded. */
const stillMs = 600_000
/** Over a longer time a market may have been closed. */
const longestMs = 2 * 3_600_000
/** One change counts as no more than this many times what was expected: a single wild print is not a regime, several are. */
const surprise = 25
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
  if (history === undefined) return { last: seen, squares: 0, count: 0, priorCount }
  const { last } = history
  const isTimed = last.tradedAt !== null && seen.tradedAt !== null
  const elapsedMs =
    last.tradedAt === null || seen.tradedAt === null ? seen.seenAt - last.seenAt : seen.tradedAt - last.tradedAt
  if (elapsedMs < (!isTimed && seen.price === last.price ? stillMs : shortestMs)) return history
  if (elapsedMs > longestMs) return { ...history, last: seen }
  const isKnown = history.count >= knownFrom && expected > 0
  const square = Math.log(seen.price / last.price) ** 2 / elapsedMs
  return {
    last: seen,
    squares: history.squares * fade + (isKnown ? Math.min(square, expected * surprise) : square),
    count: history.count * fade + 1,
    priorCount: history.priorCount * fade,
  }
}

/** Takes in a price of a closed market: the next change is measured from it, and nothing is learned of it. */
export const seeClosed = (history: PriceHistory | undefined, seen: PriceSeen): PriceHistory | undefined =>
  history === undefined ? seePrice(undefined, seen, 0) : { ...history, last: { ...seen, tradedAt: null } }

/** Variance of the relative change per ms: exponentially weighted realised variance, leaning on `prior` while little was seen. */
export const varianceRateOf = (history: PriceHistory | undefined, prior: number): number =>
  history === undefined ? prior : (history.squares + history.priorCount * prior) / (history.count + history.priorCount)

/** The movement of a typical price: the median of those that were seen to move; `null` before any was. */
export function typicalVarianceRate(histories: Iterable<PriceHistory>): number | null {
  const rates: number[] = []
  for (const { squares, count } of histories) if (squares > 0) rates.push(squares / count)
  return rates.sort((a, b) => a - b)[Math.floor(rates.length / 2)] ?? null
}
