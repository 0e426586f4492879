import { minuteMs, secondMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { Report } from '#shared/model/report.ts'
import type { Instant } from '#shared/model/values.ts'

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
export function planPoll({ polls, requestedAt }: Pick<Report, 'polls' | 'requestedAt'>, now: Instant): Instant {
  const waitedMs = Math.max(0, now - requestedAt)
  return now + (firstDelaysMs[polls] ?? Math.min(maxDelayMs, Math.max(minuteMs, Math.round(waitedMs / 4))))
}

/** Whether a poll is due. A time further ahead than the longest delay means that the clock was set back. */
export const isPollDue = (nextPollAt: Instant | null, now: Instant): boolean =>
  nextPollAt === null || nextPollAt <= now || nextPollAt > now + maxDelayMs

/** Why the app stops waiting for a report; `null` while it waits. `hasAddress`: the service has sent the file's address. */
export function giveUp(report: Report, hasAddress: boolean, now: Instant): (() => string) | null {
  const { status, statusSince, requestedAt, breaks } = report
  const forMs = now - (statusSince ?? now)
  if (breaks >= maxBreaks) return () => m.errors_the_download_was_interrupted_max_breaks_times({ maxBreaks })
  if (status === 'ERROR') return m.errors_the_service_could_not_create_this_report
  if (hasAddress) return null
  if (status === 'NOT_FOUND' && forMs >= maxNotFoundMs) return m.errors_the_service_does_not_know_this_report
  if (status === 'SUCCESS' && forMs >= maxWithoutAddressMs) return m.errors_the_service_finished_the_report_but_sent
  return now - requestedAt >= maxWaitMs ? m.errors_the_service_did_not_finish_this_report : null
}
