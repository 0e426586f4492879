import { keptText } from '#shared/text/kept-text.ts'
import type { Db } from '../../sqlite/db.ts'
import { integer, integerOrNull, text, textOrNull, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'

/** State of one sync job. Times in UTC ms; null means "never". */
interface SyncState {
  readonly job: string
  readonly lastStarted: number | null
  readonly lastSucceeded: number | null
  readonly lastFailed: number | null
  /** The error of the last run; null after a success. */
  readonly lastError: { readonly code: string; readonly message: string } | null
  /** Failures in a row. */
  readonly failures: number
  /** The position at which the job continues; only `setCursor` changes it, so a failure keeps it. */
  readonly cursor: string | null
}

/** The last run of each sync job. */
export function createSyncStates(db: Db) {
  const selectAll = db.prepare<[], Row>('SELECT * FROM sync_state ORDER BY job')
  const selectOne = db.prepare<[string], Row>('SELECT * FROM sync_state WHERE job = ?')
  const start = db.prepare<[string, number]>(
    'INSERT INTO sync_state (job, last_started) VALUES (?, ?) ON CONFLICT (job) DO UPDATE SET last_started = excluded.last_started',
  )
  const succeed = db.prepare<[string, number]>(
    `INSERT INTO sync_state (job, last_succeeded) VALUES (?, ?)
     ON CONFLICT (job) DO UPDATE SET
       last_succeeded = excluded.last_succeeded, last_error_code = NULL, last_error_message = NULL, failures = 0`,
  )
  const fail = db.prepare<[string, number, string, string]>(
    `INSERT INTO sync_state (job, last_failed, last_error_code, last_error_message, failures) VALUES (?, ?, ?, ?, 1)
     ON CONFLICT (job) DO UPDATE SET
       last_failed = excluded.last_failed, last_error_code = excluded.last_error_code,
       last_error_message = excluded.last_error_message, failures = failures + 1`,
  )
  const setCursor = db.prepare<[string, string | null]>(
    'INSERT INTO sync_state (job, cursor) VALUES (?, ?) ON CONFLICT (job) DO UPDATE SET cursor = excluded.cursor',
  )
  return {
    list: (): SyncState[] => selectAll.all().map(read),
    get(job: string): SyncState | null {
      const row = selectOne.get(job)
      return row === undefined ? null : read(row)
    },
    start: (job: string, at: number): void => void transact(db, () => start.run(job, at)),
    succeed: (job: string, at: number): void => void transact(db, () => succeed.run(job, at)),
    fail: (job: string, at: number, code: string, keptMessage: string): void =>
      void transact(db, () => fail.run(job, at, code, keptMessage)),
    /** Call in the same `transact` as the write of the rows before the cursor. */
    setCursor: (job: string, cursor: string | null): void => void transact(db, () => setCursor.run(job, cursor)),
  }
}

function read(row: Row): SyncState {
  const code = textOrNull(row, 'last_error_code')
  return {
    job: text(row, 'job'),
    lastStarted: integerOrNull(row, 'last_started'),
    lastSucceeded: integerOrNull(row, 'last_succeeded'),
    lastFailed: integerOrNull(row, 'last_failed'),
    lastError: code === null ? null : { code, message: keptText(text(row, 'last_error_message')) },
    failures: integer(row, 'failures'),
    cursor: textOrNull(row, 'cursor'),
  }
}
