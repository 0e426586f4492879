import { Quote } from '#shared/model/market.ts'
import type { Db } from '../../sqlite/db.ts'
import { integer, json, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'

interface StoredQuote {
  readonly quote: Quote
  /** UTC ms at which the service last confirmed it. */
  readonly fetchedAt: number
}

/** The latest quote of each instrument. */
export function createQuotes(db: Db) {
  const selectMany = db.prepare<[string], Row>(
    'SELECT data, fetched_at FROM quote WHERE symbol IN (SELECT value FROM json_each(?))',
  )
  const selectData = db.prepare<[string], Row>('SELECT data FROM quote WHERE symbol = ?')
  // The quote with the later time is kept. If one of them has no time, the later response replaces the earlier one.
  const put = db.prepare<[string, number | null, number, string, number]>(
    `INSERT INTO quote (symbol, at_ms, at_nanos, data, fetched_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (symbol) DO UPDATE SET
       at_ms = excluded.at_ms, at_nanos = excluded.at_nanos, data = excluded.data, fetched_at = excluded.fetched_at
     WHERE coalesce((excluded.at_ms, excluded.at_nanos) > (quote.at_ms, quote.at_nanos)
                      OR ((excluded.at_ms, excluded.at_nanos) = (quote.at_ms, quote.at_nanos)
                          AND excluded.fetched_at >= quote.fetched_at),
                    excluded.fetched_at >= quote.fetched_at)`,
  )
  const getMany = (symbols: readonly string[]): StoredQuote[] => selectMany.all(JSON.stringify(symbols)).map(read)
  return {
    getMany,
    get: (symbol: string): StoredQuote | null => getMany([symbol])[0] ?? null,
    /**
     * Stores the quote unless a newer quote is stored. Returns whether the stored quote changed, apart from
     * `fetchedAt`.
     */
    put(quote: Quote, fetchedAt: number): boolean {
      const data = JSON.stringify(quote)
      return transact(db, () => {
        const before = selectData.get(quote.symbol)?.['data']
        const { changes } = put.run(quote.symbol, quote.at, nanosWithinMs(quote.atText), data, fetchedAt)
        return changes > 0 && data !== before
      })
    },
  }
}

/** The nanoseconds after the last whole millisecond: the service states times to the microsecond. */
function nanosWithinMs(atText: string | null): number {
  const digits = /\.\d{3}(\d{1,6})/.exec(atText ?? '')?.[1]
  return digits === undefined ? 0 : Number(digits.padEnd(6, '0'))
}

const read = (row: Row): StoredQuote => ({ quote: json(row, 'data', Quote), fetchedAt: integer(row, 'fetched_at') })
