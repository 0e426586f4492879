import type { Quota } from '../../../shared/model/usage.ts'
import type { Db } from '../../sqlite/db.ts'
import { integer, integerOrNull, text, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'

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
