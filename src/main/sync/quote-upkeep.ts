import type { Candidate } from './quote-candidate.ts'

/** Keeping everything younger than its age limit may take this share of the rate; where it would take more, ages grow alike. */
const share = 0.2
/** Up to so many times their limits; from there on more of the rate goes into it, so that ages do not become hours. */
const mostStretch = 10
const mostShare = 0.4
/** What is on screen grows no older than so many times its limit for the sake of what is not. */
const mostForOthers = 2

/** Stretches the age limits to what the rate can keep. */
export function stretchLimits(candidates: readonly Candidate[], perMs: number): void {
  const needOf = (some: readonly Candidate[]): number =>
    some.reduce((total, { mostMs }) => total + 1 / mostMs, 0) / perMs
  const visible = needOf(candidates.filter(({ isVisible }) => isVisible))
  const common = stretchOf(needOf(candidates))
  const ofVisible = Math.min(common, Math.max(mostForOthers, stretchOf(visible)))
  for (const one of candidates) one.mostMs *= one.isVisible ? ofVisible : common
}

/** `need`: the rate that unstretched limits take, as a share of the rate there is. */
const stretchOf = (need: number): number => Math.max(1, Math.min(need / share, Math.max(mostStretch, need / mostShare)))
