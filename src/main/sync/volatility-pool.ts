import { varianceRates, type Evidence } from './variance-evidence.ts'
import type { PriceHistory } from './volatility.ts'

/** Before anything was seen: a share's two per cent a day, give or take a factor of three. */
const firstGuess = 0.02 ** 2 / 86_400_000
const firstSpread = Math.log(9)
/** The first guess counts as this many prices. */
const guessCount = 3
/** What nobody was seen to do yet is not impossible: this share is spread about, by half for so many times as wild or calm. */
const spreadShare = 0.1
const spreadKept = 0.5
/**
 * How volatile the prices are as a crowd, and each of them in the light of it. The variance of one price after few looks is
 * uncertain by orders of magnitude, and squared error is lost on those thought calmer than they are: so what is answered is
 * the mean of all variances that would explain what was seen, each weighed by how many of the others move like that.
 * (Empirical Bayes; the crowd's distribution by expectation and maximisation: Laird, "Nonparametric maximum likelihood
 * estimation of a mixing distribution", 1978; the changes are taken for normal.)
 */
export class VolatilityPool {
  #shares: readonly number[] = firstShares

  /** How many of the prices have each of the candidate variances; adds up to 1. */
  get shares(): readonly number[] {
    return this.#shares
  }

  /** Learns the crowd's distribution one step further: to be told all histories every second or so. */
  learn(histories: Iterable<PriceHistory>): void {
    const totals = firstShares.map((share) => share * guessCount)
    for (const { evidence } of histories) {
      if (evidence === null) continue
      const odds = this.#oddsOf(evidence)
      for (let i = 0; i < totals.length; i++) totals[i] = (totals[i] ?? 0) + (odds[i] ?? 0)
    }
    const found = normalise(totals)
    const around = normalise(smooth(found))
    this.#shares = found.map((share, i) => share * (1 - spreadShare) + (around[i] ?? 0) * spreadShare)
  }

  /** The expected variance of the relative change per ms of a price of which this was seen. */
  expect(history: PriceHistory | undefined): number {
    const evidence = history?.evidence ?? null
    const odds = evidence === null ? this.#shares : this.#oddsOf(evidence)
    return odds.reduce((total, odd, i) => total + odd * (varianceRates[i] ?? 0), 0)
  }

  /** How probable each variance is. */
  #oddsOf(evidence: Evidence): number[] {
    return normalise(evidence.map((value, i) => value * (this.#shares[i] ?? 0)))
  }
}

function normalise(values: readonly number[]): number[] {
  const total = values.reduce((a, b) => a + b, 0)
  return values.map((value) => value / total)
}

/** Each value spread to both sides, less and less. */
function smooth(values: readonly number[]): number[] {
  const pass = (ordered: readonly number[]): number[] => {
    let carried = 0
    return ordered.map((value) => (carried = carried * spreadKept + value))
  }
  const up = pass(values)
  const down = pass(values.toReversed()).reverse()
  return values.map((value, i) => (up[i] ?? 0) + (down[i] ?? 0) - value)
}

const firstShares = normalise(
  varianceRates.map((rate) => Math.exp(-((Math.log(rate / firstGuess) / firstSpread) ** 2) / 2) + 1e-6),
)
