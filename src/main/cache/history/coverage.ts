import type { Db } from '../../sqlite/db.ts'
import { integer, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'

/** From `from` (inclusive) to `to` (exclusive), UTC ms. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** The intervals of an account's history that are completely stored. What is not covered is unknown, not empty. */
export function createCoverage(db: Db) {
  const enterAccount = db
    .prepare<[string], number>(
      `INSERT INTO transaction_account (account_id) VALUES (?)
       ON CONFLICT (account_id) DO UPDATE SET account_id = excluded.account_id RETURNING key`,
    )
    .pluck()
  const select = db.prepare<[string], Row>(
    `SELECT from_ms, to_ms FROM coverage
     WHERE account = (SELECT key FROM transaction_account WHERE account_id = ?) ORDER BY from_ms`,
  )
  const selectTouching = db.prepare<[number, number, number], Row>(
    'SELECT min(from_ms) AS from_ms, max(to_ms) AS to_ms FROM coverage WHERE account = ? AND from_ms <= ? AND to_ms >= ?',
  )
  const removeTouching = db.prepare<[number, number, number]>(
    'DELETE FROM coverage WHERE account = ? AND from_ms <= ? AND to_ms >= ?',
  )
  const selectOverlapping = db.prepare<[number, number, number], Row>(
    'SELECT from_ms, to_ms FROM coverage WHERE account = ? AND from_ms < ? AND to_ms > ?',
  )
  const remove = db.prepare<[number, number]>('DELETE FROM coverage WHERE account = ? AND from_ms = ?')
  const insert = db.prepare<[number, number, number]>('INSERT INTO coverage (account, from_ms, to_ms) VALUES (?, ?, ?)')
  return {
    /** Disjoint and never touching, oldest first. */
    list: (accountId: string): Interval[] =>
      select.all(accountId).map((row) => ({ from: integer(row, 'from_ms'), to: integer(row, 'to_ms') })),
    /** Adds an interval, and merges it with those it overlaps or touches. An empty interval adds nothing. */
    cover(accountId: string, from: number, to: number): void {
      if (!(from < to)) return
      transact(db, () => {
        const account = enterAccount.get(accountId)
        if (account === undefined) return
        const touching = selectTouching.get(account, to, from)
        const hasTouching = touching !== undefined && touching['from_ms'] !== null
        removeTouching.run(account, to, from)
        const start = hasTouching ? Math.min(from, integer(touching, 'from_ms')) : from
        const end = hasTouching ? Math.max(to, integer(touching, 'to_ms')) : to
        insert.run(account, start, end)
      })
    },
    /** Removes an interval; the rest on either side of it stays covered. */
    uncover(accountId: string, from: number, to: number): void {
      if (!(from < to)) return
      transact(db, () => {
        const account = enterAccount.get(accountId)
        if (account === undefined) return
        const overlapping = selectOverlapping.all(account, to, from)
        for (const row of overlapping) remove.run(account, integer(row, 'from_ms'))
        for (const row of overlapping) {
          const [start, end] = [integer(row, 'from_ms'), integer(row, 'to_ms')]
          if (start < from) insert.run(account, start, from)
          if (to < end) insert.run(account, to, end)
        }
      })
    },
  }
}
