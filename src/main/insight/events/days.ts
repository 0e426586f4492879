import { dayMs } from '#shared/durations.ts'

const wholeDate = /^\d{4}-\d\d-\d\d$/

/** The UTC day of a time (UTC ms), as days since 1970. */
export const dayOf = (at: number): number => Math.floor(at / dayMs)
/** Writes days since 1970 as a date, YYYY-MM-DD. */
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
/** Reads a date as days since 1970; `null` for a date without a day. */
export const dayOfDate = (date: string | null): number | null =>
  date !== null && wholeDate.test(date) ? dayOf(Date.parse(date)) : null
