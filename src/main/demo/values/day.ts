import { dayMs } from '#shared/durations.ts'
/** A calendar date as the number of days since 1970-01-01. */
export type Day = number

export const dayOf = (year: number, month: number, day: number): Day => Date.UTC(year, month - 1, day) / dayMs

/** The UTC date of an instant. */
export const dayAt = (at: number): Day => Math.floor(at / dayMs)

/** A date on the wire: three integers. */
export interface DateParts {
  readonly year: number
  readonly month: number
  readonly day: number
}

export function partsOf(day: Day): DateParts {
  const date = new Date(day * dayMs)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => (((day + 4) % 7) + 7) % 7

export const isWeekend = (day: Day): boolean => weekdayOf(day) % 6 === 0

/** The nth (1 is the first) given weekday of a month. */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): Day {
  const first = dayOf(year, month, 1)
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7
}

/** The last given weekday of a month. */
export function lastWeekday(year: number, month: number, weekday: number): Day {
  const last = dayOf(year, month + 1, 1) - 1
  return last - ((weekdayOf(last) - weekday + 7) % 7)
}
