import { shares } from '#main/broker/budget/shares.ts'
import { describeCandidates, type Candidate } from './candidate.ts'
import { dueTime, intervalOf, byUrgency, withoutRepeats, limitVisible, limitHidden } from './due-time.ts'
import type { PlanInput, PlannedCall } from './types.ts'

/**
 * Plans when to make each call, the most urgent first, so that the average of Σ (weight × relative error)² over all shown
 * prices is minimal at a given rate of requests.
 *
 * The rule: rates are proportional to weight × volatility. For a random walk the expected squared error at the age a is c·a,
 * with c = weight² × variance rate. A call requested every T costs 1/T requests and leaves a squared error of ½·C·T, where
 * C = Σ c of the prices it refreshes: reading an account refreshes all its positions, so it counts as much as all of them.
 * Minimising Σ ½·C·T + λ/T gives T = √(2λ/C), with one λ, the price of a request, at which the rates add up to `perMinute`.
 * At any moment this is an index rule: a call is due when Σ ½·c·a² of the prices it owns reaches λ, whichever of its prices
 * were refreshed by other calls meanwhile. A price that several calls refresh is owned by the call that refreshes most error;
 * the others count it when the owner is late. So the planned calls never add up to more than the rate.
 * The variance rate of a price is that of its next interval, not its long-term rate: see `dueShare`. A price that trades seldom
 * and traded just now will not move for a while; one whose trade is overdue is likely to jump. For this reason the plan can
 * be better than a plan that knows only the true volatilities (`knownVolatility` of the freshness bench).
 * Age limits make sure that every price is refreshed. A closed market is read once after its close, and then at its opening.
 *
 * Source: the Lagrangian is that of Cho and Garcia-Molina, "Effective page refresh policies for web crawlers" (2003), with
 * the linear error of a Wiener process instead of Poisson changes; the index is Whittle's (1988) for that error.
 *
 * Times are UTC ms, intervals ms. Throws nothing; a rate of 0 or less counts as a very small rate.
 */
export function planCalls({ prices, calls, now, perMinute }: PlanInput): readonly PlannedCall[] {
  const candidates = describeCandidates(prices, calls)
  const perMs = perMinute > 0 ? Math.max(perMinute, 1e-6) / 60_000 : 1e-6 / 60_000
  const visible = candidates.filter(({ isVisible }) => isVisible)
  const hidden = candidates.filter(({ isVisible }) => !isVisible)
  const scales = scaleBoth(visible, hidden, perMs)
  const scaleOf = ({ isVisible }: Candidate): number => (isVisible ? scales.visible : scales.hidden)
  for (const candidate of candidates) candidate.intervalMs = intervalOf(candidate, scaleOf(candidate))
  for (const candidate of candidates) candidate.dueAt = dueTime(candidate, scaleOf(candidate), now)
  const planned = candidates.filter(({ dueAt }) => dueAt < Infinity).sort(byUrgency(now))
  return withoutRepeats(planned, now).map((candidate) => ({
    id: candidate.call.id,
    dueAt: candidate.dueAt,
    intervalMs: candidate.intervalMs,
    isVisible: candidate.isVisible,
    ...(candidate.isVisible &&
      candidate.moving.some(({ market }) => market === 'open') && { earliestAt: earliestOf(candidate) }),
  }))
}

/** A call on screen may be made half its interval before it is due if the rate has room, because a screen without updates looks dead. */
const earliestOf = ({ call, dueAt, intervalMs, minMs }: Candidate): number =>
  Math.max((call.requestedAt ?? -Infinity) + minMs, dueAt - intervalMs / 2)

/** The minimum share of the rate for calls on screen, even if no price on screen moves. */
const minVisibleShare = 1e-3

/**
 * The scales of the intervals of visible and hidden calls. While anything is visible, hidden calls have a small share of the
 * rate, plus everything that visible calls cannot use.
 */
function scaleBoth(
  visible: readonly Candidate[],
  hidden: readonly Candidate[],
  perMs: number,
): { readonly visible: number; readonly hidden: number } {
  const maxVisible = visible.reduce((total, { own, minMs }) => total + (own.length > 0 ? 1 / minMs : 0), 0)
  const hiddenPerMs = maxVisible > 0 ? Math.max(perMs * shares.prices.hidden, perMs - maxVisible) : perMs
  limitHidden(hidden, hiddenPerMs)
  const hiddenScale = shareRate(hidden, hiddenPerMs)
  const visiblePerMs = Math.max(perMs * minVisibleShare, perMs - rateOf(hidden, hiddenScale))
  limitVisible(visible, visiblePerMs)
  return { visible: shareRate(visible, visiblePerMs), hidden: hiddenScale }
}

/** The rate of these calls at a scale, in requests per ms. */
const rateOf = (candidates: readonly Candidate[], scale: number): number =>
  candidates.reduce((total, candidate) => total + 1 / intervalOf(candidate, scale), 0)

/** How often a call should be made: every `scale / demand` ms, within bounds. */
interface RateDemand {
  readonly demand: number
  readonly minMs: number
  /** May be infinite. */
  readonly maxMs: number
}

/** Demands may differ by many orders of magnitude: this number of halvings reaches any floating-point number. */
const steps = 1_100

/**
 * The `scale` at which intervals of `scale / demand`, each kept within its bounds, add up to `perMs` requests a millisecond.
 * 0 if even the shortest intervals do not use the rate. (Water-filling; the sum falls as the scale grows.)
 */
function shareRate(demands: readonly RateDemand[], perMs: number): number {
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
