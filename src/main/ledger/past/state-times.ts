import { dayMs } from '../../../shared/durations.ts'

/** Days before the last row whose states are kept: rows that arrive a little late are the most frequent ones. */
const recentDays = [7, 3, 1, 0]
const recentMonths = 2

/**
 * The starts of UTC days at which the state is kept, ascending: a row that arrives late goes on from the one before it. Of
 * all years, of the last months and of the last days before the last row. Times in UTC ms.
 */
export function stateTimes(firstAt: number, lastAt: number): number[] {
  const [first, last] = [new Date(firstAt), new Date(lastAt)]
  const years = Array.from({ length: last.getUTCFullYear() - first.getUTCFullYear() }, (_, index) =>
    Date.UTC(first.getUTCFullYear() + 1 + index, 0, 1),
  )
  const months = Array.from({ length: recentMonths }, (_, index) =>
    Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - index, 1),
  )
  const days = recentDays.map((count) => (Math.floor(lastAt / dayMs) - count) * dayMs)
  return [...new Set([...years, ...months, ...days])].filter((at) => at > firstAt && at <= lastAt).sort((a, b) => a - b)
}
