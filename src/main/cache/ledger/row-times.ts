import type { Db } from '../../sqlite/db.ts'
import { keyBehind } from '../transactions/rows/time-key.ts'

/** UTC days on which accounts have transactions, as days since 1970; `null` if there is none. */
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

/** Among this many oldest rows, at least one was not changed since it was first read. */
const oldestRows = 20

/** When rows were read: each row keeps the time (UTC ms) at which its present content was first read. */
export function createReadingTimes(db: Db) {
  // By key from the account's first row on: by account all of its rows would be read and sorted.
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
     * When the oldest row of an account was read, and its own time: a history is read from now backwards, so that everything
     * was read by then. `null` without rows.
     */
    oldest(account: number): { readonly at: number; readonly readAt: number } | null {
      const rows = selectOldest.all(account, account, oldestRows)
      const [first] = rows
      if (first === undefined) return null
      return { at: first.at_ms, readAt: Math.min(...rows.map((row) => row.fetched_at)) }
    },
    /** The keys of rows of before a time (UTC ms) that were read, or changed, at that time or later, with their accounts. */
    late: (at: number): { account: number; key: number }[] =>
      selectLate.all(keyBehind(at, selectOverflow.get() ?? 0), at, at).map(([account, key]) => ({ account, key })),
  }
}
