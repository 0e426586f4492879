import { dayMs, hourMs } from '#shared/durations.ts'
import type { Db } from '../../sqlite/db.ts'
import { flag, integer, text, type Row } from '../../sqlite/row.ts'
import type { SharedValue, ValueKind } from './shared-values.ts'

/** Values are shared after a day and an hour. By then they are thinned to one an hour. */
const settledAfterMs = dayMs + hourMs

/**
 * The values that this computer recorded and has not shared yet, oldest first for each account and symbol, at most `limit`:
 * spans of equity and margin that are older than a day, and the last price of each UTC day. `now` in UTC ms.
 */
export class DueValues {
  readonly #sql

  constructor(db: Db) {
    this.#sql = prepareStatements(db)
  }

  list(own: string, now: number, limit: number): SharedValue[] {
    const due: SharedValue[] = []
    for (const [kind, keys] of this.#keys())
      for (const key of keys) {
        if (due.length >= limit) return due
        due.push(...this.#ofKey(kind, key, own, now, limit - due.length))
      }
    return due
  }

  #keys(): (readonly [ValueKind, string[]])[] {
    const { equityKeys, marginKeys, quoteKeys } = this.#sql
    const read = (rows: readonly Row[]): string[] => rows.map((row) => text(row, 'key'))
    return [
      ['equity', read(equityKeys.all())],
      ['margin', read(marginKeys.all())],
      ['quote', read(quoteKeys.all())],
    ]
  }

  #ofKey(kind: ValueKind, key: string, own: string, now: number, limit: number): SharedValue[] {
    const before = kind === 'quote' ? Math.floor((now - hourMs) / dayMs) * dayMs : now - settledAfterMs
    const after = this.#sql.lastShared.get(kind, key, own, before)
    const from = after === undefined ? Number.MIN_SAFE_INTEGER : integer(after, 'at')
    return this.#sql[kind].all(key, from, before, limit).map((row) => ({
      kind,
      key,
      at: integer(row, 'at'),
      until: integer(row, 'until'),
      value: text(row, 'value'),
      followsGap: flag(row, 'follows_gap'),
    }))
  }
}

const spans = (db: Db, table: string, value: string) =>
  db.prepare<[string, number, number, number], Row>(
    `SELECT at, until, follows_gap, ${value} AS value FROM ${table}
     WHERE account_id = ? AND at > ? AND until < ? ORDER BY at LIMIT ?`,
  )

const prepareStatements = (db: Db) => ({
  equityKeys: db.prepare<[], Row>('SELECT DISTINCT account_id AS key FROM recorded_equity ORDER BY key'),
  marginKeys: db.prepare<[], Row>('SELECT DISTINCT account_id AS key FROM recorded_margin ORDER BY key'),
  quoteKeys: db.prepare<[], Row>(
    `WITH RECURSIVE symbols (key) AS (
       SELECT min(symbol) FROM recorded_quote
       UNION ALL SELECT (SELECT min(symbol) FROM recorded_quote WHERE symbol > key) FROM symbols WHERE key IS NOT NULL)
     SELECT key FROM symbols WHERE key IS NOT NULL`,
  ),
  lastShared: db.prepare<[string, string, string, number], Row>(
    'SELECT at FROM shared_value WHERE kind = ? AND key = ? AND computer = ? AND at < ? ORDER BY at DESC LIMIT 1',
  ),
  equity: spans(db, 'recorded_equity', `json_object('equity', equity, 'cash', cash)`),
  margin: spans(
    db,
    'recorded_margin',
    `json_object('equity', equity, 'requirement', requirement, 'percent', percent, 'state', state)`,
  ),
  // A price that came from another computer is shared by that computer. SQLite takes `last` from the row with the maximum.
  quote: db.prepare<[string, number, number, number], Row>(
    `SELECT max(at) AS at, max(at) AS until, 0 AS follows_gap, json_object('last', last) AS value FROM recorded_quote AS own
     WHERE symbol = ? AND at > ? AND at < ? AND NOT EXISTS (
       SELECT 1 FROM shared_value WHERE kind = 'quote' AND key = own.symbol AND at = own.at)
     GROUP BY at / ${dayMs} ORDER BY 1 LIMIT ?`,
  ),
})
