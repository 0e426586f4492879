import type { Db } from '../sqlite/db.ts'
import { integer, text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'
import { createCoverage, type Interval } from './coverage.ts'

/** A stretch that counts as whole only because its answer was shorter than the longest one. */
export interface DoubtfulRead extends Interval {
  /** Rows of the answer. */
  readonly received: number
  /** UTC ms at which it was kept. */
  readonly readAt: number
}

/**
 * What is covered by answers whose length alone speaks for them: should the service have begun to cut at that very length,
 * they were cut. A longer answer that is asked for later proves that it had not. Few are in doubt at a time.
 */
export function createCoverageDoubts(db: Db) {
  const coverage = createCoverage(db)
  const selectAll = db.prepare<[number], Row>(
    `SELECT a.account_id, d.from_ms, d.to_ms FROM coverage_doubt d JOIN transaction_account a ON a.key = d.account
     WHERE d.received >= ?`,
  )
  const selectKey = db.prepare<[string], number>('SELECT key FROM transaction_account WHERE account_id = ?').pluck()
  const selectTouching = db.prepare<[number, number, number, number], Row>(
    `SELECT min(from_ms) AS from_ms, max(to_ms) AS to_ms FROM coverage_doubt
     WHERE account = ? AND received = ? AND from_ms <= ? AND to_ms >= ?`,
  )
  const removeTouching = db.prepare<[number, number, number, number]>(
    'DELETE FROM coverage_doubt WHERE account = ? AND received = ? AND from_ms <= ? AND to_ms >= ?',
  )
  const insert = db.prepare<[number, number, number, number, number]>(
    'INSERT INTO coverage_doubt (account, from_ms, to_ms, received, read_at) VALUES (?, ?, ?, ?, ?)',
  )
  const selectShorter = db
    .prepare<[number, number], number>('SELECT 1 FROM coverage_doubt WHERE received < ? AND read_at <= ? LIMIT 1')
    .pluck()
  const removeShorter = db.prepare<[number, number]>('DELETE FROM coverage_doubt WHERE received < ? AND read_at <= ?')
  const removeFrom = db.prepare<[number]>('DELETE FROM coverage_doubt WHERE received >= ?')
  return {
    isEmpty: (): boolean => selectShorter.get(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) === undefined,
    /** Puts a covered stretch in doubt, together with those of the same length that it touches. */
    put(accountId: string, { from, to, received, readAt }: DoubtfulRead): void {
      if (!(from < to)) return
      transact(db, () => {
        const account = selectKey.get(accountId)
        if (account === undefined) return
        const touching = selectTouching.get(account, received, to, from)
        const hasTouching = touching !== undefined && touching['from_ms'] !== null
        removeTouching.run(account, received, to, from)
        const start = hasTouching ? Math.min(from, integer(touching, 'from_ms')) : from
        const end = hasTouching ? Math.max(to, integer(touching, 'to_ms')) : to
        insert.run(account, start, end, received, readAt)
      })
    },
    /** An answer of so many rows, asked for at `askedAt` (UTC ms), proves all shorter ones that were kept by then. */
    prove(received: number, askedAt: number): void {
      if (selectShorter.get(received, askedAt) === undefined) return
      transact(db, () => removeShorter.run(received, askedAt))
    },
    /** Takes back all coverage that rests on answers of at least so many rows. Gives the accounts it was taken from. */
    withdraw(received: number): readonly string[] {
      if (selectAll.all(received).length === 0) return []
      return transact(db, () => {
        const rows = selectAll.all(received)
        for (const row of rows)
          coverage.uncover(text(row, 'account_id'), integer(row, 'from_ms'), integer(row, 'to_ms'))
        removeFrom.run(received)
        return [...new Set(rows.map((row) => text(row, 'account_id')))]
      })
    },
  }
}
