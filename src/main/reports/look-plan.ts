import type { Report } from '../../shared/model/report.ts'
import type { Instant } from '../../shared/model/values.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
/** The pauses before the first looks; from then on, by how long the report has been waited for. */
const firstPausesMs = [1, 2, 3, 5, 8, 13, 21, 34].map((seconds) => seconds * secondMs)
/** For so long after the asking a report that the service does not know may still be on its way through it. */
const unknownForMs = 10 * minuteMs
/** For so long a finished report may have no address yet. */
const withoutAddressForMs = 5 * minuteMs
/** The longest pause between two looks. */
const longestPauseMs = 15 * minuteMs
const longestWaitMs = 24 * 60 * minuteMs
const mostBreaks = 6

/** When to look next: after growing pauses, at most a quarter of an hour. */
export function planLook({ looks, askedAt }: Pick<Report, 'looks' | 'askedAt'>, now: Instant): Instant {
  const waitedMs = Math.max(0, now - askedAt)
  return now + (firstPausesMs[looks] ?? Math.min(longestPauseMs, Math.max(minuteMs, waitedMs / 4)))
}

/** Whether it is time to look. A time further ahead than any pause tells of a clock that was set back. */
export const isLookDue = (nextLookAt: Instant | null, now: Instant): boolean =>
  nextLookAt === null || nextLookAt <= now || nextLookAt > now + longestPauseMs

/** Why a report is no longer waited for; `null` while it is. `hasAddress`: the service names the file's address. */
export function giveUp(report: Report, hasAddress: boolean, now: Instant): string | null {
  const { status, statusSince, askedAt, breaks } = report
  const forMs = now - (statusSince ?? now)
  if (breaks >= mostBreaks) return `The transfer broke ${mostBreaks} times. Try again when the connection is better.`
  if (status === 'ERROR') return 'The service could not make this report.'
  if (hasAddress) return null
  if (status === 'NOT_FOUND' && forMs >= unknownForMs) return 'The service does not know this report.'
  if (status === 'SUCCESS' && forMs >= withoutAddressForMs) return 'The service finished the report, but names no file.'
  return now - askedAt >= longestWaitMs ? 'The service did not finish this report within 24 hours.' : null
}
