import { z } from 'zod'
import { dayMs } from '../../../shared/durations.ts'
import { CalendarDate } from '../../../shared/model/values.ts'

/**
 * What is known of an underlying's expiries. The service names none: it answers with contracts, and these state theirs.
 * `probes` are the dates and months that were asked for, with the expiries that the response brought, since `since`.
 */
export const KnownExpiries = z.object({
  since: CalendarDate,
  /** Of the response that named no date; `null` where it brought no contract. */
  nearest: CalendarDate.nullable(),
  /** That response brought several expiries: so it brought all that there are. */
  isWhole: z.boolean(),
  expiries: z.array(CalendarDate),
  probes: z.array(z.object({ date: CalendarDate, found: z.array(CalendarDate) })),
})
export type KnownExpiries = z.infer<typeof KnownExpiries>

const monthsAhead = 6
const weeksAhead = 4

/**
 * What to ask next to learn of further expiries; `null` when there is no more to ask. At most a dozen requests:
 * first the month after the nearest expiry, by year and month alone. Where that brings contracts of that month, the service
 * takes a month for all its days, and the other months follow. Where it does not, the days are asked for on which options
 * usually expire: the same weekday of the next weeks, and the same weekday of the month in the next months.
 */
export function nextProbe({ nearest, isWhole, expiries, probes }: KnownExpiries): CalendarDate | null {
  if (isWhole || nearest?.length !== 10) return null
  const first = monthAfter(nearest, 1)
  const firstProbe = probes.find(({ date }) => date === first)
  if (firstProbe === undefined) return first
  const wanted = isWholeMonth(firstProbe) ? monthsFrom(nearest) : daysFrom(nearest)
  const known = new Set([...expiries, ...probes.map(({ date }) => date)])
  return wanted.find((date) => !known.has(date)) ?? null
}

/** A service that reads a missing day as the first would bring the first of the month alone. */
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
