import type { Db } from '../../sqlite/db.ts'
import { text, type Row } from '../../sqlite/row.ts'

/** The name, ISIN and type of an instrument, from its reference data or the list of all instruments. */
export interface StoredIssuer {
  readonly symbol: string
  readonly name: string
  readonly isin: string
  /** As sent; empty if not known. */
  readonly type: string
}

/** Reads names, ISINs and types of some instruments; empty if not known. */
export function createIssuers(db: Db) {
  const select = db.prepare<[string], Row>(
    `SELECT requested.value AS symbol,
       coalesce(nullif(json_extract(d.data, '$.name'), ''), i.name, '') AS name,
       coalesce(nullif(json_extract(d.data, '$.isin'), ''), i.isin, '') AS isin,
       coalesce(nullif(json_extract(d.data, '$.type'), ''), i.type, '') AS type
     FROM json_each(?) requested
     LEFT JOIN instrument i ON i.symbol = requested.value
     LEFT JOIN instrument_details d ON d.symbol = requested.value`,
  )
  return (symbols: readonly string[]): StoredIssuer[] =>
    select.all(JSON.stringify(symbols)).map((row) => ({
      symbol: text(row, 'symbol'),
      name: text(row, 'name'),
      isin: text(row, 'isin'),
      type: text(row, 'type'),
    }))
}
