import { SessionDetails } from '#shared/model/app/connection.ts'
import type { Quota } from '#shared/model/app/usage.ts'
import type { Db } from '../../sqlite/db.ts'
import { integer, json, type Row, integerOrNull, text } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'

/** The details of the token as last read from the service: accounts, permissions, expiry; never the token itself. Times in UTC ms. */
export function createSessionDetails(db: Db) {
  const select = db.prepare<[], Row>('SELECT data, fetched_at FROM session_details')
  const put = db.prepare<[string, number]>(
    `INSERT INTO session_details (only_row, data, fetched_at) VALUES (1, ?, ?)
     ON CONFLICT (only_row) DO UPDATE SET data = excluded.data, fetched_at = excluded.fetched_at`,
  )
  const clear = db.prepare<[]>('DELETE FROM session_details')
  return {
    get(): { details: SessionDetails; fetchedAt: number } | null {
      const row = select.get()
      return row === undefined
        ? null
        : { details: json(row, 'data', SessionDetails), fetchedAt: integer(row, 'fetched_at') }
    },
    put(details: SessionDetails, fetchedAt: number): void {
      // Parsed first: the schema removes fields that it does not name, so nothing else reaches the file.
      transact(db, () => put.run(JSON.stringify(SessionDetails.parse(details)), fetchedAt))
    },
    clear(): void {
      transact(db, () => clear.run())
    },
  }
}

/** The service's own quotas as last read. */
export function createQuotas(db: Db) {
  const select = db.prepare<[], Row>('SELECT * FROM quota ORDER BY ordinal')
  const clear = db.prepare<[]>('DELETE FROM quota')
  const insert = db.prepare(
    'INSERT INTO quota (ordinal, name, limit_count, remaining, reset_at, fetched_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  return {
    /** `fetchedAt` in UTC ms; null when no quota is known. */
    list(): { quotas: Quota[]; fetchedAt: number | null } {
      const rows = select.all()
      return { quotas: rows.map(read), fetchedAt: rows[0] === undefined ? null : integer(rows[0], 'fetched_at') }
    },
    replace(quotas: readonly Quota[], fetchedAt: number): void {
      transact(db, () => {
        clear.run()
        for (const [ordinal, { name, limit, remaining, resetAt }] of quotas.entries()) {
          insert.run(ordinal, name, limit, remaining, resetAt, fetchedAt)
        }
      })
    },
  }
}

const read = (row: Row): Quota => ({
  name: text(row, 'name'),
  limit: integerOrNull(row, 'limit_count'),
  remaining: integerOrNull(row, 'remaining'),
  resetAt: integerOrNull(row, 'reset_at'),
})
