import type { Report } from '../../shared/model/report.ts'
import type { Instant } from '../../shared/model/values.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
/** The delays before the first polls; later delays grow with the age of the request. */
const firstDelaysMs = [1, 2, 3, 5, 8, 13, 21, 34].map((seconds) => seconds * secondMs)
/** The service may not know a report for this long after the request. */
const maxNotFoundMs = 10 * minuteMs
/** A finished report may have no address for this long. */
const maxWithoutAddressMs = 5 * minuteMs
/** The longest delay between two polls. */
const maxDelayMs = 15 * minuteMs
const maxWaitMs = 24 * 60 * minuteMs
const maxBreaks = 6

/** The time of the next poll: delays grow up to 15 minutes. */
export function planPoll({ looks, askedAt }: Pick<Report, 'looks' | 'askedAt'>, now: Instant): Instant {
  const waitedMs = Math.max(0, now - askedAt)
  return now + (firstDelaysMs[looks] ?? Math.min(maxDelayMs, Math.max(minuteMs, waitedMs / 4)))
}

/** Whether a poll is due. A time further ahead than the longest delay means that the clock was set back. */
export const isPollDue = (nextLookAt: Instant | null, now: Instant): boolean =>
  nextLookAt === null || nextLookAt <= now || nextLookAt > now + maxDelayMs

/** Why the app stops waiting for a report; `null` while it waits. `hasAddress`: the service has sent the file's address. */
export function giveUp(report: Report, hasAddress: boolean, now: Instant): string | null {
  const { status, statusSince, askedAt, breaks } = report
  const forMs = now - (statusSince ?? now)
  if (breaks >= maxBreaks)
    return `The download was interrupted ${maxBreaks} times. Try again when the connection is better.`
  if (status === 'ERROR') return 'The service could not create this report.'
  if (hasAddress) return null
  if (status === 'NOT_FOUND' && forMs >= maxNotFoundMs) return 'The service does not know this report.'
  if (status === 'SUCCESS' && forMs >= maxWithoutAddressMs)
    return 'The service finished the report but sent no address for the file.'
  return now - askedAt >= maxWaitMs ? 'The service did not finish this report within 24 hours.' : null
}
