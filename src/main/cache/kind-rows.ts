import type { Db } from '../sqlite/db.ts'
import { integer, type Row } from '../sqlite/row.ts'

/** Rows that wait in the small part, of a size that the next transaction writes whole at little cost. */
const mostWaiting = 12_000

/**
 * Which rows are of a kind, in the order of time. The rows of one answer are of hundreds of kinds: each would cost a page of
 * a large tree. So they wait in a small part of it and are settled a stretch of kinds at a time, when a page takes several.
 */
export function createKindRows(db: Db, most: number = mostWaiting) {
  const insert = db.prepare<[number, number]>(
    'INSERT INTO transaction_of_kind (is_settled, kind, key) VALUES (0, ?, ?)',
  )
  const remove = db.prepare<[number, number]>(
    'DELETE FROM transaction_of_kind WHERE is_settled IN (0, 1) AND kind = ? AND key = ?',
  )
  const countWaiting = db.prepare<[], number>('SELECT count(*) FROM transaction_of_kind WHERE is_settled = 0').pluck()
  const findEnd = db.prepare<[number, number, number], Row>(
    `SELECT kind, key FROM transaction_of_kind WHERE is_settled = 0 AND (kind, key) > (?, ?)
     ORDER BY kind, key LIMIT 1 OFFSET ?`,
  )
  const stretch = 'is_settled = 0 AND (kind, key) > (?, ?) AND (kind, key) <= (?, ?)'
  // A tenth faster than to update them: SQLite keeps a list of rows whose key it is to change.
  const settle = [
    `INSERT INTO transaction_of_kind SELECT 1, kind, key FROM transaction_of_kind WHERE ${stretch}`,
    `DELETE FROM transaction_of_kind WHERE ${stretch}`,
  ].map((sql) => db.prepare<[number, number, number, number]>(sql))
  const start = { kind: 0, key: 0 }
  /** Up to where kinds were settled last. */
  let reached = start

  return {
    add: (kind: number, key: number): void => void insert.run(kind, key),
    remove: (kind: number, key: number): void => void remove.run(kind, key),
    /** Makes room for as many rows as were added. Must run inside their transaction. */
    settle(added: number): void {
      const surplus = Math.min(2 * added, (countWaiting.get() ?? 0) - most)
      if (surplus <= 0) return
      const row = findEnd.get(reached.kind, reached.key, surplus - 1)
      const end =
        row === undefined
          ? { kind: Number.MAX_SAFE_INTEGER, key: 0 }
          : { kind: integer(row, 'kind'), key: integer(row, 'key') }
      for (const statement of settle) statement.run(reached.kind, reached.key, end.kind, end.key)
      reached = row === undefined ? start : end
    },
  }
}
