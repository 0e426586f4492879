// Calendar dates as text (`2026-03-31`): reckoned in UTC, so that no time zone moves a day.

const dayMs = 86_400_000

const instantOf = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const textOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** A date so many days later, or earlier. */
export const addDays = (date: string, days: number): string => textOf(instantOf(date) + days * dayMs)

/** The same day so many months later, or the last that this month has. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return textOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(day, lastDay)))
}

/** The Monday of a date's week. */
export const startOfWeek = (date: string): string => addDays(date, -((new Date(instantOf(date)).getUTCDay() + 6) % 7))

/** The six weeks in which a month lies, Monday to Sunday: always as many, so that nothing jumps. */
export function weeksOfMonth(month: string): readonly (readonly string[])[] {
  const monday = startOfWeek(`${month}-01`)
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, day) => addDays(monday, 7 * week + day)))
}

/** Where a key leads from a date; undefined where it leads nowhere. */
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
