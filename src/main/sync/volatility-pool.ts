import type { PriceHistory } from './volatility.ts'

/** Candidate variances per ms, each twice the one before: from a bond that hardly moves to a coin in a panic. */
const lowest = 2 ** -58
const steps = 50
const rates: readonly number[] = Array.from({ length: steps }, (_, i) => lowest * 2 ** i)
const logRates = rates.map((rate) => Math.log(rate))
const precisions = rates.map((rate) => 1 / rate)
/** Before anything was seen: a share's two per cent a day, give or take a factor of three. */
const firstGuess = 0.02 ** 2 / 86_400_000
const firstSpread = Math.log(9)
/** The first guess counts as this many prices. */
const guessCount = 3
/** To the neighbours on both sides: what nobody was seen to do yet is not impossible. */
const leakShare = 0.08
/**
 * How volatile the prices are as a crowd, and each of them in the light of it. The variance of one price after few looks is
 * uncertain by orders of magnitude, and squared error is lost on those thought calmer than they are: so what is answered is
 * the mean of all variances that would explain what was seen, each weighed by how many of the others move like that.
 * (Empirical Bayes; the crowd's distribution by expectation and maximisation: Laird, "Nonparametric maximum likelihood
 * estimation of a mixing distribution", 1978; the changes are taken for normal.)
 */
export class VolatilityPool {
  #logShares: readonly number[] = firstShares.map((share) => Math.log(share))

  /** Learns the crowd's distribution one step further: to be told all histories every second or so. */
  learn(histories: Iterable<PriceHistory>): void {
    const totals = firstShares.map((share) => share * guessCount)
    for (const { squares, count } of histories) {
      if (count === 0) continue
      const odds = oddsOf(this.#logShares, squares, count)
      for (let i = 0; i < steps; i++) totals[i] = (totals[i] ?? 0) + (odds[i] ?? 0)
    }
    this.#logShares = normalise(leak(totals)).map((share) => Math.log(share))
  }

  /** The expected variance of the relative change per ms of a price of which this was seen. */
  expect(history: PriceHistory | undefined): number {
    const squares = history?.squares ?? 0
    const count = history?.count ?? 0
    const odds = oddsOf(this.#logShares, squares, count)
    return odds.reduce((total, odd, i) => total + odd * (rates[i] ?? 0), 0)
  }
}

/** How probable each variance is, given the shares' logarithms and Σ of `count` squared changes. */
function oddsOf(logShares: readonly number[], squares: number, count: number): number[] {
  let most = -Infinity
  const odds = logShares.map((logShare, i) => {
    const log = logShare - (count * (logRates[i] ?? 0) + squares * (precisions[i] ?? 0)) / 2
    if (log > most) most = log
    return log
  })
  let total = 0
  // What is less than a millionth as probable as the likeliest is left out.
  for (let i = 0; i < steps; i++) total += odds[i] = (odds[i] ?? 0) < most - 14 ? 0 : Math.exp((odds[i] ?? 0) - most)
  return odds.map((odd) => odd / total)
}

function normalise(values: readonly number[]): number[] {
  const total = values.reduce((a, b) => a + b, 0)
  return values.map((value) => value / total)
}

const leak = (values: readonly number[]): number[] =>
  values.map(
    (value, i) => value * (1 - 2 * leakShare) + leakShare * ((values[i - 1] ?? value) + (values[i + 1] ?? value)),
  )

const firstShares = normalise(
  rates.map((rate) => Math.exp(-((Math.log(rate / firstGuess) / firstSpread) ** 2) / 2) + 1e-9),
)
