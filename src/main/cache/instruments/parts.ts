import type { z } from 'zod'
import type { Db } from '../../sqlite/db.ts'
import { integer, json, jsonList, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'

/** The key of a stored part. `accountId` and `variant` are empty if the part has none. */
export interface PartKey {
  readonly symbol: string
  readonly accountId: string
  readonly part: string
  readonly variant: string
}

interface StoredPart<T> {
  readonly value: T
  /** UTC ms. */
  readonly fetchedAt: number
}

/** Parts of instrument screens as last read: order book, trades, trading parameters, constituents, option chains. */
export function createInstrumentParts(db: Db) {
  const where = 'WHERE symbol = ? AND account_id = ? AND part = ? AND variant = ?'
  const select = db.prepare<string[], Row>(`SELECT data, fetched_at FROM instrument_part ${where}`)
  const selectTime = db.prepare<string[], Row>(`SELECT fetched_at FROM instrument_part ${where}`)
  const put = db.prepare<[string, string, string, string, string, number, number]>(
    `INSERT INTO instrument_part (symbol, account_id, part, variant, data, bytes, fetched_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (symbol, account_id, part, variant) DO UPDATE SET
       data = excluded.data, bytes = excluded.bytes, fetched_at = excluded.fetched_at`,
  )
  const evict = db.prepare<[number]>(
    `DELETE FROM instrument_part WHERE key IN (
       SELECT key FROM (
         SELECT key, sum(bytes) OVER (ORDER BY fetched_at DESC, bytes DESC, key DESC) AS newer_bytes FROM instrument_part)
       WHERE newer_bytes > ?)`,
  )
  const bind = ({ symbol, accountId, part, variant }: PartKey) => [symbol, accountId, part, variant] as const

  return {
    /** Throws CorruptDatabaseError if the stored data does not match the schema. */
    get<T>(key: PartKey, schema: z.ZodType<T>): StoredPart<T> | null {
      const row = select.get(...bind(key))
      return row === undefined ? null : { value: json(row, 'data', schema), fetchedAt: integer(row, 'fetched_at') }
    },
    /** Like `get`, for a list of thousands of items. Other tasks run while it is parsed. */
    async getList<T>(key: PartKey, item: z.ZodType<T>): Promise<StoredPart<T[]> | null> {
      const row = select.get(...bind(key))
      return row === undefined
        ? null
        : { value: await jsonList(row, 'data', item), fetchedAt: integer(row, 'fetched_at') }
    },
    /** When a part was last read (UTC ms), without parsing it; `null` if never. */
    fetchedAt(key: PartKey): number | null {
      const row = selectTime.get(...bind(key))
      return row === undefined ? null : integer(row, 'fetched_at')
    },
    put(key: PartKey, value: unknown, fetchedAt: number): void {
      const data = JSON.stringify(value)
      transact(db, () => put.run(...bind(key), data, Buffer.byteLength(data), fetchedAt))
    },
    /** Deletes the oldest parts until the others have at most `maxBytes`. Returns the number of deleted parts. */
    evict: (maxBytes: number): number => transact(db, () => evict.run(maxBytes).changes),
  }
}
