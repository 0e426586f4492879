import { minuteMs } from '#shared/durations.ts'
import type { Visit } from '#shared/model/visit.ts'

/** After a longer pause than this (ms), the user may have missed something, and a new visit begins. */
export const visitGapMs = 30 * minuteMs

/**
 * Returns the visit after the user looks at the app at `now` (UTC ms): the same visit, or after a pause a new one
 * whose `since` is the end of the last visit.
 */
export function noteVisit(visit: Visit | null, now: number): Visit {
  if (visit === null) return { since: null, seenAt: now }
  const isNew = now - visit.seenAt > visitGapMs
  return { since: isNew ? visit.seenAt : visit.since, seenAt: Math.max(now, visit.seenAt) }
}
