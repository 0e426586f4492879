import type { Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { Db } from '../../sqlite/db.ts'
import { decimal, integer, type Row } from '../../sqlite/row.ts'

/** Reads the last recorded price of each UTC day of an instrument, oldest first; times in UTC ms. */
export function createDayQuotes(db: Db) {
  // SQLite takes the other columns of a group from the row with the maximum.
  const select = db.prepare<[string, number], Row>(
    'SELECT max(at) AS at, last FROM recorded_quote WHERE symbol = ? GROUP BY at / CAST(? AS INTEGER) ORDER BY 1',
  )
  return (symbol: string): { readonly at: number; readonly last: Decimal }[] =>
    select.all(symbol, dayMs).map((row) => ({ at: integer(row, 'at'), last: decimal(row, 'last') }))
}
