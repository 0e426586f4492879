/** How often a call should be made: every `scale / demand` ms, within bounds. */
export interface RateDemand {
  readonly demand: number
  readonly minMs: number
  /** May be infinite. */
  readonly maxMs: number
}

/** Demands may differ by many orders of magnitude: this number of halvings reaches any floating-point number. */
const steps = 1_100

/**
 * The `scale` at which intervals of `scale / demand`, each kept within its bounds, add up to `perMs` requests a millisecond.
 * 0 if even the shortest intervals take no more. (Water-filling; the sum falls as the scale grows.)
 */
export function shareRate(demands: readonly RateDemand[], perMs: number): number {
  const wanting = demands.filter(({ demand }) => demand > 0)
  const fixed = demands.reduce((total, candidate) => (candidate.demand > 0 ? total : total + 1 / candidate.maxMs), 0)
  const rateAt = (scale: number): number => {
    let total = fixed
    for (const { demand, minMs, maxMs } of wanting) total += 1 / Math.max(minMs, Math.min(maxMs, scale / demand))
    return total
  }
  if (wanting.length === 0 || rateAt(0) <= perMs) return 0
  // If no interval is at its lower bound, the sum is Σ demand / scale. No larger scale is needed, except because of upper bounds.
  let low = 0
  let high = wanting.reduce((total, { demand }) => total + demand, 0) / perMs
  while (rateAt(high) > perMs && wanting.some(({ demand, maxMs }) => high / demand < maxMs)) high *= 2
  for (let i = 0; i < steps && high - low > high * 1e-4; i++) {
    const middle = (low + high) / 2
    if (rateAt(middle) > perMs) low = middle
    else high = middle
  }
  return high
}
