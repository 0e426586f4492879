import { minuteMs } from '../../shared/durations.ts'
import type { Visit } from '../../shared/model/visit.ts'

/** Who looks again after a longer pause may have missed something. */
export const visitGapMs = 30 * minuteMs

/** The visit after the person looked at `now` (UTC ms): the old one goes on, or a new one begins where it ended. */
export function noteVisit(visit: Visit | null, now: number): Visit {
  if (visit === null) return { since: null, seenAt: now }
  const isNew = now - visit.seenAt > visitGapMs
  return { since: isNew ? visit.seenAt : visit.since, seenAt: Math.max(now, visit.seenAt) }
}
