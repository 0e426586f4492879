import type { Candidate } from './candidate.ts'

/** The maximum age of a row on screen, as a multiple of the time of one round through all of them, minus `lessMs`. */
const maxOfEven = 2
const lessMs = 10_000
/** A calm row on screen need not be younger than this: the rate is for rows that move. */
const minVisibleMs = 17_000

/** Age limits on screen may take this share of its rate; if they need more, all limits are stretched by the same factor. */
const maxVisibleShare = 0.9

/** Age limits of hidden prices may take this share of their rate; if they need more, all limits are stretched by the same factor. */
const hiddenShare = 0.2
/** Up to this factor. Beyond it, age limits take a larger share of the rate, so that ages do not become hours. */
const maxStretch = 10
const maxHiddenShare = 0.4

/**
 * Limits the ages of prices on screen, so that the plan stays close to even spacing: more than half of its rate is spent in
 * turn on all rows, and volatility decides about the rest. A price that is wrongly considered calm is still read soon.
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

/** Stretches the age limits of hidden prices to what their rate allows. */
export function stretchHidden(candidates: readonly Candidate[], perMs: number): void {
  const need = needOf(candidates, perMs)
  const stretch = Math.max(1, Math.min(need / hiddenShare, Math.max(maxStretch, need / maxHiddenShare)))
  for (const candidate of candidates) candidate.maxMs *= stretch
}

/** The rate that the age limits need, as a share of the available rate. */
const needOf = (candidates: readonly Candidate[], perMs: number): number =>
  candidates.reduce((total, { maxMs }) => total + 1 / maxMs, 0) / perMs
