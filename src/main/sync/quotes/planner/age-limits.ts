import type { Candidate } from './candidate.ts'

/** A row on screen is never left longer than this many times what asking all of them in turn would take, less some seconds. */
const maxOfEven = 2
const lessMs = 10_000
/** Below this age a calm row on screen is as good as new: the rate is for those that move. */
const minVisibleMs = 17_000

/** Age limits on screen may take this share of its rate; where they would take more, ages grow alike. */
const maxVisibleShare = 0.9

/** Keeping what is hidden younger than its age limits may take this share of its rate; where it would take more, ages grow alike. */
const hiddenShare = 0.2
/** Up to this many times their limits; from there on more of the rate goes into it, so that ages do not become hours. */
const maxStretch = 10
const maxHiddenShare = 0.4

/**
 * Limits the ages of what is on screen, so that the plan is even spacing at heart: more than half of its rate goes round in
 * turn, and volatility decides over the rest. What is thought calm by mistake is seen soon all the same.
 */
export function limitVisible(candidates: readonly Candidate[], perMs: number): void {
  const evenMs = candidates.filter(({ own }) => own.length > 0).length / perMs
  const ageMs = Math.max(minVisibleMs, evenMs * maxOfEven - lessMs)
  for (const candidate of candidates)
    candidate.maxMs = Math.max(
      candidate.minMs,
      Math.min(candidate.maxMs, candidate.own.length > 0 ? ageMs * candidate.spread : Infinity),
    )
  const stretch = Math.max(1, needOf(candidates, perMs) / maxVisibleShare)
  for (const candidate of candidates) candidate.maxMs *= stretch
}

/** Stretches the age limits of what is hidden to what its rate can keep. */
export function stretchHidden(candidates: readonly Candidate[], perMs: number): void {
  const need = needOf(candidates, perMs)
  const stretch = Math.max(1, Math.min(need / hiddenShare, Math.max(maxStretch, need / maxHiddenShare)))
  for (const candidate of candidates) candidate.maxMs *= stretch
}

/** The rate that age limits take, as a share of the rate there is. */
const needOf = (candidates: readonly Candidate[], perMs: number): number =>
  candidates.reduce((total, { maxMs }) => total + 1 / maxMs, 0) / perMs
