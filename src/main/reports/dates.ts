import { dayMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { CalendarDate, Instant } from '#shared/model/values.ts'

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
