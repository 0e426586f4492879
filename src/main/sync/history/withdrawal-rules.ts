import { hourMs, minuteMs } from '#shared/durations.ts'
import type { HistoryCoverage } from '#shared/model/transaction/history.ts'
import type { Cache } from '../../cache/cache.ts'
import type { MissingRow } from '../../cache/history/missing-rows.ts'

/** More missing rows of one response than this, or more than one in a hundred of its interval, are many. */
const maxFew = 3
const minStoredForOne = 100
/** If an account lacks more rows than this, its service has a fault: no row of the account is withdrawn, only their number is shown. */
export const maxMissing = 10_000

/** The number of rows that an interval must have for missing rows to be few of them; null if they are too many in any interval. */
export const storedForFew = (missing: number): number | null => (missing > maxFew ? null : missing * minStoredForOne)

/** The number of complete responses that must lack a row, and the time between two that count. */
const rules = {
  few: { readings: 2, pauseMs: minuteMs },
  many: { readings: 3, pauseMs: hourMs },
} as const

/** The time before a wider interval is read, which tells whether missing rows are few. */
export const wideningPauseMs = rules.few.pauseMs

/** The longest time between two readings of an interval in which rows are missing. */
export const maxPauseMs = rules.many.pauseMs

/**
 * Whether this number of missing rows of an interval are many. `isKnownFew`: they were few of a wider interval, which has more
 * rows: then only their number counts.
 */
export const areMany = (missing: number, stored: number, isKnownFew: boolean): boolean =>
  missing > maxFew || (missing * minStoredForOne > stored && !isKnownFew)

export const ruleOf = ({ isOfMany }: Pick<MissingRow, 'isOfMany'>) => rules[isOfMany ? 'many' : 'few']

/** The stored rows of an account that the last complete responses lack; null if they lack none. */
export function missingOf(
  { missing, missingCounts }: Pick<Cache, 'missing' | 'missingCounts'>,
  accountId: string,
): HistoryCoverage['missing'] {
  const rows = missing.isEmpty() ? [] : missing.list(accountId)
  const counts = missingCounts.isEmpty() ? [] : missingCounts.list(accountId)
  const count = counts.reduce((sum, each) => sum + each.count, rows.length)
  if (count === 0) return null
  if (counts.length > 0) return { count, isTooMany: true, at: Math.min(...counts.map(({ dueAt }) => dueAt)) }
  return { count, isTooMany: false, at: Math.max(...rows.map(withdrawnAt)) }
}

/** When the last reading is due after which a row is withdrawn (UTC ms). */
function withdrawnAt(row: MissingRow): number {
  const { readings, pauseMs } = ruleOf(row)
  return row.dueAt + Math.max(0, readings - row.readings - 1) * pauseMs
}
