import { Purpose } from '../../../shared/model/usage.ts'
import type { Db } from '../../sqlite/db.ts'
import { integer, text, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'

/** A request that was sent. */
export interface LoggedRequest {
  /** UTC ms. */
  readonly at: number
  readonly endpoint: string
  readonly purpose: Purpose
}

export type RequestLog = ReturnType<typeof createRequestLog>

/** The requests sent recently: after a restart the app still knows which requests count against the service's limit. */
export function createRequestLog(db: Db) {
  const append = db.prepare<[number, string, string]>(
    'INSERT INTO request_log (at_ms, endpoint, purpose) VALUES (?, ?, ?)',
  )
  const select = db.prepare<[number], Row>('SELECT * FROM request_log WHERE at_ms >= ? ORDER BY at_ms, key')
  const prune = db.prepare<[number]>('DELETE FROM request_log WHERE at_ms < ?')
  return {
    append: (request: LoggedRequest): void =>
      void transact(db, () => append.run(request.at, request.endpoint, request.purpose)),
    /** The requests sent at `from` (UTC ms) or later, oldest first. */
    since: (from: number): LoggedRequest[] => select.all(from).map(read),
    /** Deletes the requests sent before `before` (UTC ms); returns their number. */
    prune: (before: number): number => transact(db, () => prune.run(before).changes),
  }
}

const read = (row: Row): LoggedRequest => ({
  at: integer(row, 'at_ms'),
  endpoint: text(row, 'endpoint'),
  // A request counts even when this version does not know its purpose: then as the least urgent one.
  purpose: Purpose.catch('background').parse(row['purpose']),
})
