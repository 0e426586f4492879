import { dayMs } from '#shared/durations.ts'
import { oldestRecordsAt } from '#shared/period.ts'
import type { Db } from '../../sqlite/db.ts'
import { flag, integer, integerOrNull, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import { type Interval, createProvisionalCoverage } from './coverage.ts'

/** A second with more rows than one response of the service contains. Only the received rows are stored. */
export interface HistoryGap extends Interval {
  /** The number of rows of its longest response. */
  readonly received: number
  /** UTC ms of the last reading. */
  readonly readAt: number
}

/** The schedule for reading the last `days` of an account again, because rows may be booked late. Times in UTC ms. */
export interface Rereading {
  readonly days: number
  readonly dueAt: number
  /** The time before which the current re-reading continues with older rows; null if none is in progress. */
  readonly reachedAt: number | null
}

/** The longest response ever received, and whether the service is known to truncate at that length. */
interface LongestResponse {
  readonly longest: number
  readonly isCap: boolean
}

/** The stored state of reading the history, besides coverage: gaps, beginnings, re-readings, the longest response. */
export const createHistoryState = (db: Db) => ({
  ...createGaps(db),
  ...createBeginnings(db),
  ...createRereadings(db),
  ...createLongestResponse(db),
  ...createDayCounts(db),
})

function createGaps(db: Db) {
  const select = db.prepare<[string], Row>('SELECT * FROM history_gap WHERE account_id = ? ORDER BY from_ms')
  const put = db.prepare<[string, number, number, number, number]>(
    `INSERT INTO history_gap (account_id, from_ms, to_ms, received, read_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account_id, from_ms) DO UPDATE SET
       to_ms = excluded.to_ms, received = max(received, excluded.received), read_at = excluded.read_at`,
  )
  const remove = db.prepare<[string, number]>('DELETE FROM history_gap WHERE account_id = ? AND from_ms = ?')
  return {
    /** Oldest first. */
    gaps: (accountId: string): HistoryGap[] => select.all(accountId).map(readGap),
    putGap: (accountId: string, { from, to, received, readAt }: HistoryGap): void =>
      void transact(db, () => put.run(accountId, from, to, received, readAt)),
    removeGap: (accountId: string, from: number): void => void transact(db, () => remove.run(accountId, from)),
  }
}

function createBeginnings(db: Db) {
  const select = db.prepare<[string], Row>('SELECT begins_at FROM history_beginning WHERE account_id = ?')
  const put = db.prepare<[string, number]>(
    `INSERT INTO history_beginning (account_id, begins_at) VALUES (?, ?)
     ON CONFLICT (account_id) DO UPDATE SET begins_at = excluded.begins_at`,
  )
  return {
    /** UTC ms before which the account has no rows; null while unknown. */
    beginning(accountId: string): number | null {
      const row = select.get(accountId)
      return row === undefined ? null : integer(row, 'begins_at')
    },
    putBeginning: (accountId: string, at: number): void => void transact(db, () => put.run(accountId, at)),
  }
}

function createRereadings(db: Db) {
  const select = db.prepare<[string], Row>('SELECT * FROM history_rereading WHERE account_id = ? ORDER BY days')
  const put = db.prepare<[string, number, number, number | null]>(
    `INSERT INTO history_rereading (account_id, days, due_at, reached_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, days) DO UPDATE SET due_at = excluded.due_at, reached_at = excluded.reached_at`,
  )
  return {
    /** Shortest period first. */
    rereadings: (accountId: string): Rereading[] => select.all(accountId).map(readRereading),
    putRereading: (accountId: string, { days, dueAt, reachedAt }: Rereading): void =>
      void transact(db, () => put.run(accountId, days, dueAt, reachedAt)),
  }
}

function createLongestResponse(db: Db) {
  const provisional = createProvisionalCoverage(db)
  const select = db.prepare<[], Row>('SELECT longest, is_cap FROM longest_response')
  const put = db.prepare<[number, number]>(
    `INSERT INTO longest_response (only_row, longest, is_cap) VALUES (1, ?, ?)
     ON CONFLICT (only_row) DO UPDATE SET longest = excluded.longest, is_cap = excluded.is_cap`,
  )
  return {
    /** The longest response for any account; 0 rows before the first response. */
    longestResponse(): LongestResponse {
      const row = select.get()
      return row === undefined
        ? { longest: 0, isCap: false }
        : { longest: integer(row, 'longest'), isCap: flag(row, 'is_cap') }
    },
    /**
     * Stores the longest response. If its length is the cap, provisional coverage by responses of this length or more
     * is removed. Returns the ids of the affected accounts.
     */
    putLongestResponse: ({ longest, isCap }: LongestResponse): readonly string[] =>
      transact(db, () => {
        put.run(longest, isCap ? 1 : 0)
        return isCap ? provisional.withdraw(longest) : []
      }),
  }
}

function createDayCounts(db: Db) {
  const selectOldest = db
    .prepare<[string], number | null>(
      `WITH own AS (SELECT key FROM transaction_account WHERE account_id = ?)
       SELECT min(day) FROM (
         SELECT min(day) AS day FROM transaction_day
         WHERE account = (SELECT key FROM own) AND day >= ${oldestRecordsAt / dayMs}
         UNION ALL SELECT min(from_ms) / ${dayMs} FROM unreadable_row
         WHERE account = (SELECT key FROM own) AND to_ms = from_ms + 1)`,
    )
    .pluck()
  const count = db
    .prepare<[string, number, number], number>(
      `SELECT coalesce(sum(row_count), 0) FROM transaction_day
       WHERE account = (SELECT key FROM transaction_account WHERE account_id = ?) AND day >= ? AND day < ?`,
    )
    .pluck()
  return {
    /** The number of stored rows on the UTC days that are completely within an interval. */
    rowsOnDays: (accountId: string, { from, to }: Interval): number =>
      count.get(accountId, Math.ceil(from / dayMs), Math.floor(to / dayMs)) ?? 0,
    /**
     * The start (UTC ms) of the UTC day of the oldest row, stored or not readable; null without rows. An earlier version
     * stored rows of impossible times, such as year 1: the history does not begin with them.
     */
    oldestDay(accountId: string): number | null {
      const day = selectOldest.get(accountId) ?? null
      return day === null ? null : day * dayMs
    },
  }
}

const readGap = (row: Row): HistoryGap => ({
  from: integer(row, 'from_ms'),
  to: integer(row, 'to_ms'),
  received: integer(row, 'received'),
  readAt: integer(row, 'read_at'),
})

const readRereading = (row: Row): Rereading => ({
  days: integer(row, 'days'),
  dueAt: integer(row, 'due_at'),
  reachedAt: integerOrNull(row, 'reached_at'),
})
