import { dayMs } from '#shared/durations.ts'
import type { PeriodChoice } from '../../navigation/performance-address.ts'

/** A period in UTC days, as UTC ms: `from` included, `to` excluded. */
export interface DaySpan {
  readonly from: number
  readonly to: number
}

/** The start of the UTC day of an instant. */
export const utcDay = (at: number): number => Math.floor(at / dayMs) * dayMs

/** The start of the same day, `years` earlier; the next day if that year has no such day. */
function yearsBefore(at: number, years: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear() - years, date.getUTCMonth(), date.getUTCDate())
}

/**
 * The days of a period, today included. `beginsAt` is the start of the known history. If it is `null` (unknown), "all"
 * starts with 1970, before any transaction.
 */
export function spanOf(period: PeriodChoice, now: number, beginsAt: number | null): DaySpan {
  const to = utcDay(now) + dayMs
  switch (period.name) {
    case 'days':
      return { from: Date.parse(`${period.first}T00:00:00Z`), to: Date.parse(`${period.last}T00:00:00Z`) + dayMs }
    case 'year':
      return { from: Date.UTC(new Date(now).getUTCFullYear(), 0, 1), to }
    case '1y':
      return { from: yearsBefore(to, 1), to }
    case '3y':
      return { from: yearsBefore(to, 3), to }
    case 'all':
      return { from: Math.min(utcDay(beginsAt ?? 0), to - dayMs), to }
  }
}

/** The first and last day of a period as calendar dates. */
export const datesOf = ({ from, to }: DaySpan): { readonly first: string; readonly last: string } => ({
  first: dateOf(from),
  last: dateOf(to - dayMs),
})

/** The UTC day of an instant as a calendar date. */
export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The years of a period, the latest first. */
export function yearsOf({ from, to }: DaySpan): number[] {
  const [first, last] = [new Date(from).getUTCFullYear(), new Date(to - 1).getUTCFullYear()]
  return Array.from({ length: last - first + 1 }, (_, index) => last - index)
}

/** The days of a UTC year. */
export const yearSpan = (year: number): DaySpan => ({ from: Date.UTC(year, 0, 1), to: Date.UTC(year + 1, 0, 1) })
