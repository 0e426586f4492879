import { dayMs } from '#shared/durations.ts'
import type { IncomeRow } from '#shared/model/ledger/income.ts'

/** The weeks of a month (`2026-03`), Monday to Sunday; `null` for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const before = (new Date(first).getUTCDay() + 6) % 7
  const [year = 0, number = 1] = month.split('-').map(Number)
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const cells: (string | null)[] = [
    ...Array.from({ length: before }, () => null),
    ...Array.from({ length: days }, (_, day) => new Date(first + day * dayMs).toISOString().slice(0, 10)),
  ]
  while (cells.length % 7 !== 0) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

/** The months of a year (`2026`). */
export const monthsOf = (year: string): string[] =>
  Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}`)

/** Rows by the date of their calendar cell: a day (10 characters) or a month (7). */
export const rowsByDate = (rows: readonly IncomeRow[], length: 7 | 10): ReadonlyMap<string, IncomeRow[]> =>
  Map.groupBy(rows, ({ date }) => date.slice(0, length))
