/** Candidate variances of the relative change per ms, each √2 times the one before: from a bond that hardly moves to a coin in a panic. */
export const varianceRates: readonly number[] = Array.from({ length: 89 }, (_, i) => 2 ** (i / 2 - 56))
const lowest = varianceRates[0] ?? 0

/** How well each candidate explains what was seen of one price, the best of them 1. */
export type Evidence = readonly number[]

/** Nothing was seen: all explain it alike. */
export const noEvidence: Evidence = varianceRates.map(() => 1)

/** A regime of volatility lasts so long on the average. */
const regimeMs = 3 * 3_600_000
/** One change counts as no more than this many times what was expected. */
const mostSurprise = 40
/** A print that no candidate but a wild one explains is this probable all the same: one alone is not a regime, several are. */
const oddPrint = 1e-7

/**
 * Evidence with one change more: `square` is the squared relative change per ms over `elapsedMs`, `part` how much of a change
 * it counts as. In that time the price may have begun a new regime, one drawn from the crowd (`shares`): so old evidence fades
 * where nothing contradicts it slowly, and where something does at once. (Bayes' rule for a normal change, with change points:
 * Adams and MacKay, "Bayesian online changepoint detection", 2007, here with one state for each variance.)
 */
export function explain(
  before: Evidence,
  square: number,
  elapsedMs: number,
  part: number,
  shares: readonly number[],
): Evidence {
  const changed = -Math.expm1(-elapsedMs / regimeMs)
  let [mean, rates] = [0, 0]
  for (let i = 0; i < before.length; i++) {
    const weight = (before[i] ?? 0) * (shares[i] ?? 0)
    mean += weight
    rates += weight * (varianceRates[i] ?? 0)
  }
  const bounded = Math.max(lowest, before === noEvidence ? square : Math.min(square, (rates / mean) * mostSurprise))
  let most = 0
  const after = before.map((old, i) => {
    const ratio = bounded / (varianceRates[i] ?? 1)
    const chance = Math.sqrt(ratio) * Math.exp((1 - ratio) / 2) + oddPrint
    const value = (old * (1 - changed) + mean * changed) * (part === 1 ? chance : chance ** part)
    if (value > most) most = value
    return value
  })
  return after.map((value) => value / most)
}
