import type { Decimal } from '../../shared/decimal.ts'
import type { Db } from '../sqlite/db.ts'
import { decimal, integer, text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'
import { thinningSteps } from './thinning.ts'

/** The last price of an instrument as seen at a moment (UTC ms). */
interface RecordedQuote {
  readonly symbol: string
  readonly at: number
  readonly last: Decimal
}

/** The same price is written down again this often, not at each look. */
const confirmEveryMs = 15 * 60_000

/** Prices as they were seen, for sparklines and day charts offline. */
export function createRecordedQuotes(db: Db) {
  const selectLatest = db.prepare<[string, number], Row>(
    'SELECT symbol, at, last FROM recorded_quote WHERE symbol = ? AND at <= ? ORDER BY at DESC LIMIT 1',
  )
  const selectRange = db.prepare<[string, number, number], Row>(
    'SELECT symbol, at, last FROM recorded_quote WHERE symbol = ? AND at >= ? AND at < ? ORDER BY at',
  )
  const selectSymbols = db.prepare<[], Row>('SELECT DISTINCT symbol FROM recorded_quote')
  const insert = db.prepare<[string, number, string]>(
    `INSERT INTO recorded_quote (symbol, at, last) VALUES (?, ?, ?)
     ON CONFLICT (symbol, at) DO UPDATE SET last = excluded.last`,
  )
  const thin = db.prepare<[string, number, number, number]>(
    `DELETE FROM recorded_quote WHERE (symbol, at) IN (
       SELECT symbol, at FROM (
         SELECT symbol, at, lead(at) OVER (ORDER BY at) AS next_at FROM recorded_quote WHERE symbol = ? AND at < ?)
       WHERE next_at / CAST(? AS INTEGER) = at / CAST(? AS INTEGER))`,
  )
  return {
    /** Notes what was seen, many at once for one write to the disk; how many points were new. */
    record: (quotes: readonly RecordedQuote[]): number =>
      transact(db, () => {
        let added = 0
        for (const { symbol, at, last } of quotes) {
          const row = selectLatest.get(symbol, at)
          const isKnown = row !== undefined && decimal(row, 'last') === last && at - integer(row, 'at') < confirmEveryMs
          if (!isKnown) added += insert.run(symbol, at, last).changes
        }
        return added
      }),
    /** From `from` to `to` (UTC ms, exclusive), oldest first. */
    history: (symbol: string, from: number, to: number): RecordedQuote[] => selectRange.all(symbol, from, to).map(read),
    /** Keeps the last of each minute for a day, each hour for a month, each day for ever. Lets others run between instruments. */
    async thin(now: number): Promise<void> {
      for (const symbol of selectSymbols.all().map((row) => text(row, 'symbol'))) {
        transact(db, () => {
          for (const { before, bucketMs } of thinningSteps(now)) thin.run(symbol, before, bucketMs, bucketMs)
        })
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

const read = (row: Row): RecordedQuote => ({
  symbol: text(row, 'symbol'),
  at: integer(row, 'at'),
  last: decimal(row, 'last'),
})
