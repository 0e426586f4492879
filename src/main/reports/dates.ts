import { AppError } from '../../shared/errors.ts'
import type { CalendarDate, Instant } from '../../shared/model/values.ts'

/** The service refuses longer ranges. */
export const longestDays = 92
/** More than ten years in one asking are taken for a slip. */
const mostParts = 40
const dayMs = 86_400_000

interface DateRange {
  readonly beginOn: CalendarDate
  readonly endOn: CalendarDate
}

const dayOf = (date: CalendarDate): number => Date.parse(`${date}T00:00:00Z`) / dayMs
const dateOf = (day: number): CalendarDate => new Date(day * dayMs).toISOString().slice(0, 10)

/** Today's date as the service counts days: in UTC. */
export const todayOf = (now: Instant): CalendarDate => new Date(now).toISOString().slice(0, 10)

/** The instants to send for days that are both included: the end is the last second of its day. */
export const instantsOf = ({ beginOn, endOn }: DateRange): { readonly from: Instant; readonly to: Instant } => ({
  from: dayOf(beginOn) * dayMs,
  to: (dayOf(endOn) + 1) * dayMs - 1000,
})

/** The parts of a range, oldest first, none over 92 days. Throws `invalid`, in words, for a range that cannot be asked for. */
export function splitRange({ beginOn, endOn }: DateRange, now: Instant): DateRange[] {
  const [first, last] = [dayOf(beginOn), dayOf(endOn)]
  if (dateOf(first) !== beginOn || dateOf(last) !== endOn) throw new AppError('invalid', 'There is no such date.')
  if (first > last) throw new AppError('invalid', 'The first day lies after the last one.')
  if (endOn > todayOf(now)) throw new AppError('invalid', 'The last day lies in the future.')
  const parts = Math.ceil((last - first + 1) / longestDays)
  if (parts > mostParts) throw new AppError('invalid', 'The range is longer than ten years. Choose a shorter one.')
  return Array.from({ length: parts }, (_, index) => {
    const from = first + index * longestDays
    return { beginOn: dateOf(from), endOn: dateOf(Math.min(last, from + longestDays - 1)) }
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

/** The months after `after`, up to and with `through`, oldest first. */
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
