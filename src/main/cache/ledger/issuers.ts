import type { Db } from '../../sqlite/db.ts'
import { text, type Row } from '../../sqlite/row.ts'

/** What an instrument is called in the list of all instruments, or in its reference data. */
export interface StoredIssuer {
  readonly symbol: string
  readonly name: string
  readonly isin: string
  /** As sent; empty where it is not known. */
  readonly type: string
}

/** Names, ISINs and types of some instruments; empty where they are not known. */
export function createIssuers(db: Db) {
  const select = db.prepare<[string], Row>(
    `SELECT asked.value AS symbol,
       coalesce(nullif(json_extract(d.data, '$.name'), ''), i.name, '') AS name,
       coalesce(nullif(json_extract(d.data, '$.isin'), ''), i.isin, '') AS isin,
       coalesce(nullif(json_extract(d.data, '$.type'), ''), i.type, '') AS type
     FROM json_each(?) asked
     LEFT JOIN instrument i ON i.symbol = asked.value
     LEFT JOIN instrument_details d ON d.symbol = asked.value`,
  )
  return (symbols: readonly string[]): StoredIssuer[] =>
    select.all(JSON.stringify(symbols)).map((row) => ({
      symbol: text(row, 'symbol'),
      name: text(row, 'name'),
      isin: text(row, 'isin'),
      type: text(row, 'type'),
    }))
}
