import { Purpose } from '../../shared/model/usage.ts'
import type { Db } from '../sqlite/db.ts'
import { integer, text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

/** One request that was sent. */
export interface LoggedRequest {
  /** UTC ms. */
  readonly at: number
  readonly endpoint: string
  readonly purpose: Purpose
}

export type RequestLog = ReturnType<typeof createRequestLog>

/** The requests sent lately, so that a restart does not forget what the service still counts. */
export function createRequestLog(db: Db) {
  const append = db.prepare<[number, string, string]>(
    'INSERT INTO request_log (at_ms, endpoint, purpose) VALUES (?, ?, ?)',
  )
  const select = db.prepare<[number], Row>('SELECT * FROM request_log WHERE at_ms >= ? ORDER BY at_ms, key')
  const prune = db.prepare<[number]>('DELETE FROM request_log WHERE at_ms < ?')
  return {
    append: (request: LoggedRequest): void =>
      void transact(db, () => append.run(request.at, request.endpoint, request.purpose)),
    /** Sent at `from` (UTC ms) or later, oldest first. */
    since: (from: number): LoggedRequest[] => select.all(from).map(read),
    /** Forgets what was sent before `before` (UTC ms). */
    prune: (before: number): number => transact(db, () => prune.run(before).changes),
  }
}

const read = (row: Row): LoggedRequest => ({
  at: integer(row, 'at_ms'),
  endpoint: text(row, 'endpoint'),
  // A purpose this version does not know still was a request: it counts, as the least urgent.
  purpose: Purpose.catch('background').parse(row['purpose']),
})
