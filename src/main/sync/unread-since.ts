import type { Interval } from './split-interval.ts'

/** Holes this small are seconds that hold more rows than one answer carries: asking again does not close them. */
const unclosableMs = 60_000

/**
 * The first instant (UTC ms) from `start` on that is not covered, or the end of what is: a reading that failed half-way
 * left a hole behind what is newest, and has to be taken up there. `covered` is disjoint and in time order.
 */
export function unreadSince(covered: readonly Interval[], start: number): number {
  let reached = start
  for (const { from, to } of covered) {
    if (from > reached + unclosableMs) break
    reached = Math.max(reached, to)
  }
  return reached
}
