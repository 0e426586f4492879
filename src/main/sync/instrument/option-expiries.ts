import { z } from 'zod'
import { dayMs } from '#shared/durations.ts'
import { CalendarDate } from '#shared/model/values.ts'

/**
 * What is known about an underlying's expiries. The service has no list of expiries: it sends contracts, and each states its
 * own. `probes` are the dates and months requested since `since`, with the expiries in each response.
 */
export const KnownExpiries = z.object({
  since: CalendarDate,
  /** The expiry in the response to a request without a date; `null` if it has no contract. */
  nearest: CalendarDate.nullable(),
  /** That response contains several expiries, so it contains all of them. */
  isWhole: z.boolean(),
  expiries: z.array(CalendarDate),
  probes: z.array(z.object({ date: CalendarDate, found: z.array(CalendarDate) })),
})
export type KnownExpiries = z.infer<typeof KnownExpiries>

const monthsAhead = 6
const weeksAhead = 4

/**
 * The date to request next in order to find further expiries; `null` if the search is complete. At most twelve requests:
 * first the month after the nearest expiry, by year and month only. If the response has contracts of that month, the service
 * accepts a month as all its days, and the other months follow. Otherwise the days on which options usually expire are
 * requested: the same weekday of the next weeks, and the third such weekday of the next months.
 */
export function nextProbe({ nearest, isWhole, expiries, probes }: KnownExpiries): CalendarDate | null {
  if (isWhole || nearest?.length !== 10) return null
  const first = monthAfter(nearest, 1)
  const firstProbe = probes.find(({ date }) => date === first)
  if (firstProbe === undefined) return first
  const possibleDates = isWholeMonth(firstProbe) ? monthsFrom(nearest) : daysFrom(nearest)
  const known = new Set([...expiries, ...probes.map(({ date }) => date)])
  return possibleDates.find((date) => !known.has(date)) ?? null
}

/** A service that reads a missing day as the first of the month sends only that day, which does not count. */
const isWholeMonth = ({ date, found }: KnownExpiries['probes'][number]): boolean =>
  found.some((expiry) => expiry.startsWith(`${date}-`) && !expiry.endsWith('-01'))

const monthsFrom = (nearest: CalendarDate): CalendarDate[] => [
  nearest.slice(0, 7),
  ...Array.from({ length: monthsAhead - 2 }, (_, index) => monthAfter(nearest, index + 2)),
  String(Number(nearest.slice(0, 4)) + 1),
]

function daysFrom(nearest: CalendarDate): CalendarDate[] {
  const at = Date.parse(`${nearest}T00:00:00Z`)
  const weekday = new Date(at).getUTCDay()
  const weeks = Array.from({ length: weeksAhead }, (_, index) => dateText(at + (index + 1) * 7 * dayMs))
  const months = Array.from({ length: monthsAhead }, (_, index) => {
    const start = Date.parse(`${monthAfter(nearest, index)}-01T00:00:00Z`)
    return dateText(start + (((weekday - new Date(start).getUTCDay() + 7) % 7) + 14) * dayMs)
  })
  return [...new Set([...weeks, ...months])].filter((date) => date > nearest)
}

function monthAfter(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months)).toISOString().slice(0, 7)
}

const dateText = (at: number): CalendarDate => new Date(at).toISOString().slice(0, 10)
