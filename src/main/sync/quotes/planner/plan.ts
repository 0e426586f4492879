import { shares } from '../../../broker/pacing.ts'
import { describeCandidates, type Candidate } from './candidate.ts'
import { dueTime, intervalOf } from './due-time.ts'
import { byUrgency, withoutRepeats } from './urgency.ts'
import { shareRate } from './water-filling.ts'
import type { PlanInput, PlannedCall } from './types.ts'
import { limitVisible, stretchHidden } from './age-limits.ts'

/**
 * Which calls to make when, the most urgent first, so that Σ (weight × relative error)² of what is shown is least on the
 * average at a given rate of requests.
 *
 * The rule: rates in proportion to weight × volatility. A price that walks at random is wrong by c·a (squared, expected) at
 * the age a, with c = weight² × variance rate. A call asked every T costs 1/T requests and leaves ½·C·T of squared error,
 * C = Σ c of what it refreshes: an account's read refreshes all its positions at once, so it counts as much as they do together.
 * Minimising Σ ½·C·T + λ/T gives T = √(2λ/C), with one λ, the price of a request, at which the rates add up to `perMinute`.
 * At any moment this is an index rule: a call is due when Σ ½·c·a² of what is its own to refresh reaches λ, whichever of
 * its prices were refreshed by other calls meanwhile. A price that several calls bring belongs to the one that refreshes
 * most; the others count it when that one is late. So what is planned never adds up to more than the rate.
 * The variance rate of a price is that of its next interval, not of its long run: see `dueShare`. A price that trades seldom
 * and did so just now will stand still for a while, one whose trade is overdue is likely to jump; this is why the plan can
 * beat itself given nothing but the true volatilities (`knownVolatility` of the freshness bench).
 * Bounds on ages keep anything from starving, a closed market is asked once after its close, and then at its opening.
 *
 * Source: the Lagrangian is that of Cho and Garcia-Molina, "Effective page refresh policies for web crawlers" (2003), with
 * the linear error of a Wiener process in the place of Poisson changes; the index is Whittle's (1988) for that error.
 *
 * Times are UTC ms, intervals ms. Throws nothing; a rate that is not above 0 counts as next to none.
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
    ...{
      id: candidate.call.id,
      dueAt: candidate.dueAt,
      intervalMs: candidate.intervalMs,
      isVisible: candidate.isVisible,
    },
    ...(candidate.isVisible &&
      candidate.moving.some(({ market }) => market === 'open') && { earliestAt: earliestOf(candidate) }),
  }))
}

/** Half its interval before a call is due, little is lost by asking: the rate is there, and a screen without news looks dead. */
const earliestOf = ({ call, dueAt, intervalMs, minMs }: Candidate): number =>
  Math.max((call.askedAt ?? -Infinity) + minMs, dueAt - intervalMs / 2)

/** What is left for calls on screen that show nothing which moves. */
const minVisibleShare = 1e-3

/**
 * The scale of the intervals of what is on screen, and of what is not. With something on screen, what is not has a modest
 * share of the rate, and all that the screen has no use for.
 */
function scaleBoth(
  visible: readonly Candidate[],
  hidden: readonly Candidate[],
  perMs: number,
): { readonly visible: number; readonly hidden: number } {
  const maxVisible = visible.reduce((total, { own, minMs }) => total + (own.length > 0 ? 1 / minMs : 0), 0)
  const hiddenPerMs = maxVisible > 0 ? Math.max(perMs * shares.prices.hidden, perMs - maxVisible) : perMs
  stretchHidden(hidden, hiddenPerMs)
  const hiddenScale = shareRate(hidden, hiddenPerMs)
  const visiblePerMs = Math.max(perMs * minVisibleShare, perMs - rateOf(hidden, hiddenScale))
  limitVisible(visible, visiblePerMs)
  return { visible: shareRate(visible, visiblePerMs), hidden: hiddenScale }
}

/** Requests a ms that calls take at a scale. */
const rateOf = (candidates: readonly Candidate[], scale: number): number =>
  candidates.reduce((total, candidate) => total + 1 / intervalOf(candidate, scale), 0)
