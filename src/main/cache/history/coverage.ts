import type { Db } from '../../sqlite/db.ts'
import { integer, type Row, text } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'

/** From `from` (inclusive) to `to` (exclusive), UTC ms. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** The intervals of an account's history that are completely stored. Time outside them is unknown, not empty. */
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
    /** Returns disjoint intervals that do not touch, oldest first. */
    list: (accountId: string): Interval[] =>
      select.all(accountId).map((row) => ({ from: integer(row, 'from_ms'), to: integer(row, 'to_ms') })),
    /** Adds an interval and merges it with intervals that it overlaps or touches. An empty interval adds nothing. */
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
    /** Removes an interval. Coverage before and after it stays. */
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

/** An interval that counts as complete only because its response was shorter than the longest one. */
interface ProvisionalInterval extends Interval {
  /** The number of rows of the response. */
  readonly received: number
  /** When it was stored, UTC ms. */
  readonly readAt: number
}

/**
 * Coverage that is based only on the length of a response. If the service truncates responses at this length, rows are
 * missing. A longer response to a later request proves that it does not. Only a few intervals are provisional at a
 * time.
 */
export function createProvisionalCoverage(db: Db) {
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
    /** Marks a covered interval as provisional and merges it with touching intervals of the same response length. */
    put(accountId: string, { from, to, received, readAt }: ProvisionalInterval): void {
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
    /**
     * Confirms intervals whose responses have fewer than `received` rows and were stored at `requestedAt` (UTC ms) or
     * before. Call it for each response, with its number of rows and the time of its request.
     */
    prove(received: number, requestedAt: number): void {
      if (selectShorter.get(received, requestedAt) === undefined) return
      transact(db, () => removeShorter.run(received, requestedAt))
    },
    /** Removes the coverage that is based on responses of at least `received` rows. Returns the ids of its accounts. */
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
