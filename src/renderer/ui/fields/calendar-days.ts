import { dayMs } from '#shared/durations.ts'
// Calendar dates as text (`2026-03-31`), computed in UTC so that no time zone shifts a day.

const instantOf = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const textOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Adds days to a date; negative for earlier dates. */
export const addDays = (date: string, days: number): string => textOf(instantOf(date) + days * dayMs)

/** Adds months to a date; the day is limited to the length of the month. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return textOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(day, lastDay)))
}

/** The Monday of a date's week. */
export const startOfWeek = (date: string): string => addDays(date, -((new Date(instantOf(date)).getUTCDay() + 6) % 7))

/** The six weeks that show a month, Monday to Sunday. Always six, so that the layout does not jump. */
export function weeksOfMonth(month: string): readonly (readonly string[])[] {
  const monday = startOfWeek(`${month}-01`)
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, day) => addDays(monday, 7 * week + day)))
}

/** The date that a key moves to; undefined if the key does not move. */
export function dateByKey(date: string, key: string, isShift: boolean): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'ArrowDown':
      return addDays(date, 7)
    case 'Home':
      return startOfWeek(date)
    case 'End':
      return addDays(startOfWeek(date), 6)
    case 'PageUp':
      return addMonths(date, isShift ? -12 : -1)
    case 'PageDown':
      return addMonths(date, isShift ? 12 : 1)
    default:
      return undefined
  }
}
