import { m } from '../../shared/messages/messages.js'
import { dayMs, minuteMs, secondMs } from '../../shared/durations.ts'
import { AppError } from '../../shared/errors.ts'
import type { CalendarDate, Instant } from '../../shared/model/values.ts'
import type { Report } from '../../shared/model/report.ts'

/** The service refuses longer ranges. */
export const maxReportDays = 92
/** A range of more than ten years counts as a mistake. */
const maxParts = 40

interface DateRange {
  readonly beginOn: CalendarDate
  readonly endOn: CalendarDate
}

const dayOf = (date: CalendarDate): number => Date.parse(`${date}T00:00:00Z`) / dayMs
const dateOf = (day: number): CalendarDate => new Date(day * dayMs).toISOString().slice(0, 10)

/** Today's date in UTC, as the service counts days. */
const todayOf = (now: Instant): CalendarDate => new Date(now).toISOString().slice(0, 10)

/** The instants to send for an inclusive range of days: the end is the last second of its day. */
export const instantsOf = ({ beginOn, endOn }: DateRange): { readonly from: Instant; readonly to: Instant } => ({
  from: dayOf(beginOn) * dayMs,
  to: (dayOf(endOn) + 1) * dayMs - 1000,
})

/** Splits a range into parts of at most 92 days, oldest first. Throws AppError `invalid` with the reason for a range that cannot be requested. */
export function splitRange({ beginOn, endOn }: DateRange, now: Instant): DateRange[] {
  const [first, last] = [dayOf(beginOn), dayOf(endOn)]
  if (dateOf(first) !== beginOn || dateOf(last) !== endOn)
    throw new AppError('invalid', m.errors_this_date_does_not_exist)
  if (first > last) throw new AppError('invalid', m.errors_the_first_day_is_after_the_last)
  if (endOn > todayOf(now)) throw new AppError('invalid', m.errors_the_last_day_is_in_the_future)
  const parts = Math.ceil((last - first + 1) / maxReportDays)
  if (parts > maxParts) throw new AppError('invalid', m.errors_the_range_is_longer_than_ten_years)
  return Array.from({ length: parts }, (_, index) => {
    const from = first + index * maxReportDays
    return { beginOn: dateOf(from), endOn: dateOf(Math.min(last, from + maxReportDays - 1)) }
  })
}

/** `2026-10` for any instant of November 2026. */
export function monthBefore(now: Instant): CalendarDate {
  const date = new Date(now)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1)).toISOString().slice(0, 7)
}

/** First and last day of a month. */
export function daysOfMonth(month: CalendarDate): DateRange {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { beginOn: `${month}-01`, endOn: dateOf(Date.UTC(year, number, 0) / dayMs) }
}

/** The months after `after`, up to and including `through`, oldest first. */
export function monthsAfter(after: CalendarDate, through: CalendarDate): CalendarDate[] {
  const months: CalendarDate[] = []
  let [year = 0, number = 1] = after.split('-').map(Number)
  for (;;) {
    number += 1
    if (number > 12) [year, number] = [year + 1, 1]
    const month = `${String(year).padStart(4, '0')}-${String(number).padStart(2, '0')}`
    if (month > through) return months
    months.push(month)
  }
}

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
  return now + (firstDelaysMs[polls] ?? Math.min(maxDelayMs, Math.max(minuteMs, waitedMs / 4)))
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
