import type { Db } from '../../sqlite/db.ts'
import { keyBehind } from '../transactions/rows/time-key.ts'

/** Finds UTC days with transactions of some accounts, as days since 1970; `null` if there is none. */
export function createActiveDays(db: Db) {
  const prepare = (what: string, condition: string) =>
    db
      .prepare<[string, number], number | null>(
        `SELECT ${what}(day) FROM transaction_day
         WHERE account = (SELECT key FROM transaction_account WHERE account_id = ?) AND day ${condition} ?`,
      )
      .pluck()
  const [selectBefore, selectAfter] = [prepare('max', '<'), prepare('min', '>')]
  const read = (select: ReturnType<typeof prepare>, accountIds: readonly string[], day: number): number[] =>
    accountIds.flatMap((id) => select.get(id, day) ?? [])
  const first = (days: readonly number[]): number | null => (days.length === 0 ? null : Math.min(...days))
  return {
    before(accountIds: readonly string[], day: number): number | null {
      const days = read(selectBefore, accountIds, day)
      return days.length === 0 ? null : Math.max(...days)
    },
    after: (accountIds: readonly string[], day: number): number | null => first(read(selectAfter, accountIds, day)),
    first: (accountIds: readonly string[]): number | null =>
      first(read(selectAfter, accountIds, Number.MIN_SAFE_INTEGER)),
  }
}

/** The number of oldest rows to compare. At least one of them is assumed to be unchanged since it was first read. */
const oldestRows = 20

/**
 * The times at which rows were read. For each row, the time (UTC ms) at which its current content was first read is
 * stored.
 */
export function createReadingTimes(db: Db) {
  // Reads by key from the first row of the account. Reading by account would read and sort all its rows.
  const selectOldest = db.prepare<[number, number, number], { at_ms: number; fetched_at: number }>(
    `SELECT at_ms, fetched_at FROM account_transaction
      WHERE +account = ? AND key >=
            (SELECT min((SELECT min(row.key) FROM account_transaction AS row WHERE row.dimension = dimension.key))
               FROM transaction_dimension AS dimension WHERE account = ?)
      ORDER BY key LIMIT ?`,
  )
  const selectLate = db
    .prepare<[number, number, number], [account: number, key: number]>(
      'SELECT account, key FROM account_transaction WHERE key < ? AND fetched_at >= ? AND at_ms < ?',
    )
    .raw(true)
  const selectOverflow = db.prepare<[], number>('SELECT longest_ms FROM transaction_overflow').pluck()
  return {
    /**
     * The time of the oldest row of an account, and when it was read (both UTC ms). A history is read backwards from
     * now, so at that time the whole history was read. `null` without rows.
     */
    oldest(account: number): { readonly at: number; readonly readAt: number } | null {
      const rows = selectOldest.all(account, account, oldestRows)
      const [first] = rows
      if (first === undefined) return null
      return { at: first.at_ms, readAt: Math.min(...rows.map((row) => row.fetched_at)) }
    },
    /**
     * Rows with a time before `at` (UTC ms) that were first read, or changed, at `at` or later: their keys and
     * accounts.
     */
    late: (at: number): { account: number; key: number }[] =>
      selectLate.all(keyBehind(at, selectOverflow.get() ?? 0), at, at).map(([account, key]) => ({ account, key })),
  }
}
