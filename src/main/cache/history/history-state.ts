import type { Db } from '../sqlite/db.ts'
import { flag, integer, integerOrNull, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'
import { createCoverageDoubts } from './coverage-doubts.ts'
import type { Interval } from './coverage.ts'

/** A second that holds more rows than one answer of the service carries. What came of it is kept. */
export interface HistoryGap extends Interval {
  /** Rows in its longest answer. */
  readonly received: number
  /** UTC ms of the last reading. */
  readonly readAt: number
}

/** A re-reading of what is covered, for rows that were booked late. Times in UTC ms. */
export interface Rereading {
  readonly days: number
  readonly dueAt: number
  /** It is under way and goes on below; null when it is not. */
  readonly reachedAt: number | null
}

/** The longest answer ever seen, and whether it was seen to be where the service cuts. */
interface LongestAnswer {
  readonly longest: number
  readonly isCap: boolean
}

const dayMs = 86_400_000

/** What reading the history must remember beside its coverage: known gaps, where it begins, what is read again. */
export function createHistoryState(db: Db) {
  const doubts = createCoverageDoubts(db)
  const selectGaps = db.prepare<[string], Row>('SELECT * FROM history_gap WHERE account_id = ? ORDER BY from_ms')
  const putGap = db.prepare<[string, number, number, number, number]>(
    `INSERT INTO history_gap (account_id, from_ms, to_ms, received, read_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account_id, from_ms) DO UPDATE SET
       to_ms = excluded.to_ms, received = max(received, excluded.received), read_at = excluded.read_at`,
  )
  const removeGap = db.prepare<[string, number]>('DELETE FROM history_gap WHERE account_id = ? AND from_ms = ?')
  const selectBeginning = db.prepare<[string], Row>('SELECT begins_at FROM history_beginning WHERE account_id = ?')
  const putBeginning = db.prepare<[string, number]>(
    `INSERT INTO history_beginning (account_id, begins_at) VALUES (?, ?)
     ON CONFLICT (account_id) DO UPDATE SET begins_at = excluded.begins_at`,
  )
  const selectRereadings = db.prepare<[string], Row>(
    'SELECT * FROM history_rereading WHERE account_id = ? ORDER BY days',
  )
  const putRereading = db.prepare<[string, number, number, number | null]>(
    `INSERT INTO history_rereading (account_id, days, due_at, reached_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, days) DO UPDATE SET due_at = excluded.due_at, reached_at = excluded.reached_at`,
  )
  const selectLongest = db.prepare<[], Row>('SELECT longest, is_cap FROM longest_answer')
  const putLongest = db.prepare<[number, number]>(
    `INSERT INTO longest_answer (only_row, longest, is_cap) VALUES (1, ?, ?)
     ON CONFLICT (only_row) DO UPDATE SET longest = excluded.longest, is_cap = excluded.is_cap`,
  )
  const selectOldest = db
    .prepare<[string], number | null>(
      'SELECT min(day) FROM transaction_day WHERE account = (SELECT key FROM transaction_account WHERE account_id = ?)',
    )
    .pluck()
  const countDays = db
    .prepare<[string, number, number], number>(
      `SELECT coalesce(sum(row_count), 0) FROM transaction_day
       WHERE account = (SELECT key FROM transaction_account WHERE account_id = ?) AND day >= ? AND day < ?`,
    )
    .pluck()
  return {
    /** Oldest first. */
    gaps: (accountId: string): HistoryGap[] => selectGaps.all(accountId).map(readGap),
    putGap: (accountId: string, { from, to, received, readAt }: HistoryGap): void =>
      void transact(db, () => putGap.run(accountId, from, to, received, readAt)),
    removeGap: (accountId: string, from: number): void => void transact(db, () => removeGap.run(accountId, from)),
    /** UTC ms before which the account has no rows; null while that is not known. */
    beginning(accountId: string): number | null {
      const row = selectBeginning.get(accountId)
      return row === undefined ? null : integer(row, 'begins_at')
    },
    putBeginning: (accountId: string, at: number): void => void transact(db, () => putBeginning.run(accountId, at)),
    /** Shortest first. */
    rereadings: (accountId: string): Rereading[] => selectRereadings.all(accountId).map(readRereading),
    putRereading: (accountId: string, { days, dueAt, reachedAt }: Rereading): void =>
      void transact(db, () => putRereading.run(accountId, days, dueAt, reachedAt)),
    /** Rows of the longest answer, of whichever account; 0 before the first. */
    longestAnswer(): LongestAnswer {
      const row = selectLongest.get()
      return row === undefined
        ? { longest: 0, isCap: false }
        : { longest: integer(row, 'longest'), isCap: flag(row, 'is_cap') }
    },
    /**
     * Where the service cuts at this length, and where answers as long count as whole, those no longer do: gives the
     * accounts whose coverage was taken back for it.
     */
    putLongestAnswer: ({ longest, isCap }: LongestAnswer): readonly string[] =>
      transact(db, () => {
        putLongest.run(longest, isCap ? 1 : 0)
        return isCap ? doubts.withdraw(longest) : []
      }),
    /** Rows kept on those UTC days that lie wholly within an interval. */
    rowsOnDays: (accountId: string, { from, to }: Interval): number =>
      countDays.get(accountId, Math.ceil(from / dayMs), Math.floor(to / dayMs)) ?? 0,
    /** The first instant (UTC ms) of the UTC day of the oldest row kept; null without rows. */
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
