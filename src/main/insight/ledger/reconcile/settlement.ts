import { dayMs } from '../../../../shared/durations.ts'

const saturday = 6
const sunday = 0

/** The start of the UTC day that lies so many business days before. Holidays are not known. */
export function businessDaysBefore(at: number, days: number): number {
  let day = Math.floor(at / dayMs) * dayMs
  for (let left = days; left > 0;) {
    day -= dayMs
    const weekday = new Date(day).getUTCDay()
    if (weekday !== saturday && weekday !== sunday) left--
  }
  return day
}

/** The newest rows whose amounts add up to `sum`; empty where none do. */
export function newestRowsOf<R>(rows: readonly R[], amountOf: (row: R) => bigint, sum: bigint): readonly R[] {
  let total = 0n
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index]
    if (row === undefined) break
    total += amountOf(row)
    if (total === sum) return rows.slice(index)
  }
  return []
}
