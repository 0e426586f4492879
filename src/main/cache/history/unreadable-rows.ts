import type { UnreadableRows } from '#shared/model/transaction/history.ts'
import type { LostRow } from '#shared/model/transaction/transaction.ts'
import type { Db } from '../../sqlite/db.ts'
import { integer, type Row } from '../../sqlite/row.ts'
import type { Interval } from './coverage.ts'

/** Rows of the same quarter of an hour are counted together: midnight of every time zone is between two of them. */
const countedMs = 15 * 60_000
/** If more times than this have unreadable rows, the account has one sum over all of them. */
const maxTimes = 500

/**
 * Rows that the service sent in the last whole reading of their time, and that are not stored because their id, time or
 * money cannot be read. One whose id is stored was read before, so it is not lost.
 */
export function createUnreadableRows(db: Db) {
  const selectKey = db.prepare<[string], number>('SELECT key FROM transaction_account WHERE account_id = ?').pluck()
  const touches = db
    .prepare<[number, number, number], number>(
      'SELECT 1 FROM unreadable_row WHERE account = ? AND from_ms < ? AND to_ms > ? LIMIT 1',
    )
    .pluck()
  const removeInside = db.prepare<[number, number, number]>(
    'DELETE FROM unreadable_row WHERE account = ? AND from_ms >= ? AND to_ms <= ?',
  )
  const removeId = db.prepare<[number, string]>('DELETE FROM unreadable_row WHERE account = ? AND id = ?')
  const takeSame = db.prepare<[number, number, number, number, number], Row>(
    `DELETE FROM unreadable_row WHERE key = (
       SELECT key FROM unreadable_row
       WHERE account = ? AND id IS NULL AND from_ms < ? AND to_ms > ? AND NOT (from_ms >= ? AND to_ms <= ?) LIMIT 1)
     RETURNING from_ms, to_ms`,
  )
  const cutEnd = db.prepare<[number, number, number, number, number]>(
    'UPDATE unreadable_row SET to_ms = ? WHERE account = ? AND from_ms < ? AND to_ms > ? AND to_ms <= ?',
  )
  const cutStart = db.prepare<[number, number, number, number, number]>(
    'UPDATE unreadable_row SET from_ms = ? WHERE account = ? AND from_ms >= ? AND from_ms < ? AND to_ms > ?',
  )
  const insert = db.prepare<[number, number, number, string | null]>(
    'INSERT INTO unreadable_row (account, from_ms, to_ms, id) VALUES (?, ?, ?, ?)',
  )
  const list = db.prepare<[string], Row>(
    `SELECT min(u.from_ms) AS from_ms, max(u.to_ms) AS to_ms, count(*) AS row_count
     FROM transaction_account a CROSS JOIN unreadable_row u ON u.account = a.key
     WHERE a.account_id = ? AND (u.id IS NULL OR NOT EXISTS (
       SELECT 1 FROM account_transaction t WHERE t.account = u.account AND t.id = u.id))
     GROUP BY iif(u.to_ms - u.from_ms = 1, u.from_ms / ${countedMs}, -1 - u.key) ORDER BY 1`,
  )
  return {
    /**
     * Replaces what is known of an interval that was read completely. Call it in the database transaction that covers the
     * interval. A row of unknown time is somewhere in the interval.
     */
    replace(accountId: string, { from, to }: Interval, lost: readonly LostRow[]): void {
      const account = selectKey.get(accountId)
      if (account === undefined || !(from < to)) return
      if (lost.length === 0 && touches.get(account, to, from) === undefined) return
      removeInside.run(account, from, to)
      for (const { id, at } of lost) {
        if (at !== null && (at < from || at >= to)) continue
        if (id !== null) removeId.run(account, id)
        // Two readings overlap and each has a row without id and time: it is one row, in the time that both have.
        const same = id === null && at === null ? takeSame.get(account, to, from, from, to) : undefined
        const start = at ?? Math.max(from, same === undefined ? from : integer(same, 'from_ms'))
        const end = at === null ? Math.min(to, same === undefined ? to : integer(same, 'to_ms')) : at + 1
        insert.run(account, start, end, id)
      }
      cutEnd.run(from, account, from, from, to)
      cutStart.run(to, account, from, to, to)
    },
    /** The unreadable rows of an account by time, oldest first. */
    list(accountId: string): UnreadableRows[] {
      const rows = list.all(accountId).map((row) => ({
        from: integer(row, 'from_ms'),
        to: integer(row, 'to_ms'),
        count: integer(row, 'row_count'),
      }))
      return rows.length > maxTimes ? [sumOf(rows)] : rows
    },
  }
}

const sumOf = (rows: readonly UnreadableRows[]): UnreadableRows =>
  rows.reduce((sum, { from, to, count }) => ({
    from: Math.min(sum.from, from),
    to: Math.max(sum.to, to),
    count: sum.count + count,
  }))
