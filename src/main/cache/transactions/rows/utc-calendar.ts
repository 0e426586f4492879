/** Milliseconds of a UTC day. */
export const dayMs = 86_400_000

/** The UTC day of a time, counted from 1970. */
export const dayOf = (atMs: number): number => Math.floor(atMs / dayMs)

/** The month of a UTC day: twelve times its year, plus 0 to 11. */
export function monthOf(day: number): number {
  const date = new Date(day * dayMs)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** The beginning of a month in UTC ms; `Date.UTC` would read the years 0 to 99 as 1900 to 1999. */
export const firstMsOf = (month: number): number => new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1)
