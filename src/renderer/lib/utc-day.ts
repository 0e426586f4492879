import { dayMs } from '#shared/durations.ts'

/** The UTC date of an instant (UTC ms): `2026-11-20`. */
export const utcDateOf = (at: number): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** The start of a UTC date, ms. */
export const startOfUtcDate = (date: string): number => Date.parse(`${date}T00:00:00Z`)

/** The date that is `days` later, or earlier if it is negative. */
export const addUtcDays = (date: string, days: number): string => utcDateOf(startOfUtcDate(date) + days * dayMs)
