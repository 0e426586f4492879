import { dayMs } from '#shared/durations.ts'
import type { Db } from '../../sqlite/db.ts'
import { flag, integer, text, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import { firstKeyAt, keyBehind } from '../transactions/rows/time-key.ts'
import type { Interval } from './coverage.ts'

/** A stored row that complete responses for its time lack. Times in UTC ms. */
export interface MissingRow {
  readonly id: string
  /** The time of the row. */
  readonly at: number
  /** The interval that is read again: that of the first response without the row, or what is left of it. */
  readonly interval: Interval
  /** More rows were missing with it than a service takes back one by one. */
  readonly isOfMany: boolean
  /** The first response without it was requested at this time. */
  readonly since: number
  /** The number of responses without it that count, when the last of them was requested, and its number of rows. */
  readonly readings: number
  readonly countedAt: number
  readonly received: number
  /** When the interval is read again. */
  readonly dueAt: number
}

/** A stored row by its id and time (UTC ms). */
export interface StoredId {
  readonly id: string
  readonly at: number
}

/** The stored rows that responses lack. */
export function createMissingRows(db: Db) {
  const selectKey = db.prepare<[string], number>('SELECT key FROM transaction_account WHERE account_id = ?').pluck()
  const overflow = db.prepare<[], number>('SELECT longest_ms FROM transaction_overflow').pluck()
  const countDays = db
    .prepare<[number, number, number], number>(
      'SELECT coalesce(sum(row_count), 0) FROM transaction_day WHERE account = ? AND day >= ? AND day < ?',
    )
    .pluck()
  const countKeys = db
    .prepare<[number, number, number, number, number], number>(
      `SELECT count(*) FROM account_transaction
       WHERE key >= ? AND key < ? AND account = ? AND at_ms >= ? AND at_ms < ?`,
    )
    .pluck()
  // One range of keys for each dimension of the account: other accounts may have far more rows in that time.
  const selectIn = db.prepare<[number, number, number, number, number], Row>(
    `SELECT t.id, t.at_ms, t.fetched_at FROM transaction_dimension d
     CROSS JOIN account_transaction t INDEXED BY transaction_by_dimension ON t.dimension = d.key
     WHERE d.account = ? AND t.key >= ? AND t.key < ? AND t.at_ms >= ? AND t.at_ms < ?`,
  )
  const list = db.prepare<[string], Row>(
    `SELECT m.*, t.at_ms FROM missing_row m
     CROSS JOIN account_transaction t ON t.account = m.account AND t.id = m.id
     WHERE m.account = (SELECT key FROM transaction_account WHERE account_id = ?)`,
  )
  const put = db.prepare<[number, string, number, number, number, number, number, number, number, number]>(
    'INSERT OR REPLACE INTO missing_row VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const remove = db.prepare<[number, string]>('DELETE FROM missing_row WHERE account = ? AND id = ?')
  const isEmpty = db.prepare<[], number>('SELECT NOT EXISTS (SELECT 1 FROM missing_row)').pluck()
  const keysOf = ({ from, to }: Interval): readonly [from: number, to: number] => [
    firstKeyAt(from),
    keyBehind(to, overflow.get() ?? 0),
  ]
  const countRows = (account: number, { from, to }: Interval): number =>
    from < to ? (countKeys.get(...keysOf({ from, to }), account, from, to) ?? 0) : 0

  return {
    /** The number of stored rows in an interval. */
    storedIn(accountId: string, { from, to }: Interval): number {
      const account = selectKey.get(accountId)
      if (account === undefined) return 0
      const [first, last] = [Math.ceil(from / dayMs), Math.floor(to / dayMs)]
      if (first >= last) return countRows(account, { from, to })
      const days = countDays.get(account, first, last) ?? 0
      return days + countRows(account, { from, to: first * dayMs }) + countRows(account, { from: last * dayMs, to })
    },
    /**
     * The rows of an interval that are not among `sent`; null if there are more than `limit`. Those that were read in the time
     * `readIn` (null: none) do not count: the service may have booked them after it prepared the response.
     */
    lacking(
      accountId: string,
      interval: Interval,
      { sent, readIn, limit }: { sent: ReadonlySet<string>; readIn: Interval | null; limit: number },
    ): StoredId[] | null {
      const account = selectKey.get(accountId)
      if (account === undefined) return []
      const found: StoredId[] = []
      for (const row of selectIn.iterate(account, ...keysOf(interval), interval.from, interval.to)) {
        const id = text(row, 'id')
        const readAt = integer(row, 'fetched_at')
        if (sent.has(id) || (readIn !== null && readAt >= readIn.from && readAt < readIn.to)) continue
        if (found.length === limit) return null
        found.push({ id, at: integer(row, 'at_ms') })
      }
      return found
    },
    isEmpty: (): boolean => isEmpty.get() === 1,
    /** The missing rows of an account, oldest first. */
    list: (accountId: string): MissingRow[] =>
      list
        .all(accountId)
        .map(readMissing)
        .sort((a, b) => a.at - b.at),
    put: (accountId: string, rows: readonly Omit<MissingRow, 'at'>[]): void =>
      transact(db, () => {
        const account = selectKey.get(accountId)
        if (account === undefined) return
        for (const {
          id,
          interval: { from, to },
          isOfMany,
          since,
          readings,
          countedAt,
          received,
          dueAt,
        } of rows)
          put.run(account, id, from, to, isOfMany ? 1 : 0, since, readings, countedAt, received, dueAt)
      }),
    /** These rows are not missing any more. */
    remove: (accountId: string, ids: Iterable<string>): void =>
      transact(db, () => {
        const account = selectKey.get(accountId)
        if (account !== undefined) for (const id of ids) remove.run(account, id)
      }),
  }
}

const readMissing = (row: Row): MissingRow => ({
  id: text(row, 'id'),
  at: integer(row, 'at_ms'),
  interval: { from: integer(row, 'from_ms'), to: integer(row, 'to_ms') },
  isOfMany: flag(row, 'is_of_many'),
  since: integer(row, 'since'),
  readings: integer(row, 'readings'),
  countedAt: integer(row, 'counted_at'),
  received: integer(row, 'received'),
  dueAt: integer(row, 'due_at'),
})
