import type { Decimal } from '#shared/decimal.ts'
import { minuteMs } from '#shared/durations.ts'
import type { Db } from '../../sqlite/db.ts'
import { decimal, integer, text, textOrNull, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import { letOthersRun } from '../../time/clock.ts'
import { thinningSteps } from './downsampling.ts'

/** The last price of an instrument at a time (UTC ms). */
interface RecordedQuote {
  readonly symbol: string
  readonly at: number
  readonly last: Decimal
}

/** How often an unchanged price is recorded again. */
const confirmEveryMs = 15 * minuteMs
/** Lines that are read before yielding to the event loop. They take a few milliseconds. */
const linesPerBatch = 8

export type RecordedQuotes = ReturnType<typeof createRecordedQuotes>

/** The recorded prices, for sparklines and day charts offline. */
export function createRecordedQuotes(db: Db) {
  const { selectLatest, selectRange, selectBuckets, selectNextSymbol, insert, thin } = prepareStatements(db)

  /** The last price in each of `maxPoints` equal intervals from `from` to `to` (UTC ms, exclusive), oldest first. */
  const line = (symbol: string, from: number, to: number, maxPoints: number): Omit<RecordedQuote, 'symbol'>[] =>
    selectBuckets
      .all(symbol, from, to, from, Math.max(1, Math.ceil((to - from) / maxPoints)))
      .map((row) => ({ at: integer(row, 'at'), last: decimal(row, 'last') }))

  const nextAfter = (symbol: string) => textOrNull(selectNextSymbol.get(symbol) ?? { symbol: null }, 'symbol')
  /** The symbols of all recorded prices, sorted. */
  const symbols = (): string[] => {
    const found: string[] = []
    for (let symbol = nextAfter(''); symbol !== null; symbol = nextAfter(symbol)) found.push(symbol)
    return found
  }

  return {
    symbols,
    /** Records many prices in one transaction; returns how many points were new. */
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
    /** The last price at or before this time (UTC ms); `null` if none was recorded. */
    lastAt(symbol: string, at: number): RecordedQuote | null {
      const row = selectLatest.get(symbol, at)
      return row === undefined ? null : read(row)
    },
    /** From `from` to `to` (UTC ms, exclusive), oldest first. */
    history: (symbol: string, from: number, to: number): RecordedQuote[] => selectRange.all(symbol, from, to).map(read),
    /** A line per symbol, in the given order: see `line`. Yields to the event loop in between. */
    async lines(symbols: readonly string[], from: number, to: number, maxPoints: number) {
      const lines: { symbol: string; points: ReturnType<typeof line> }[] = []
      for (const [index, symbol] of symbols.entries()) {
        if (index > 0 && index % linesPerBatch === 0) await letOthersRun()
        lines.push({ symbol, points: line(symbol, from, to, maxPoints) })
      }
      return lines
    },
    /** Keeps the last point of each minute for a day, of each hour for a month, of each day after that. Yields to the event loop between instruments. */
    async thin(now: number): Promise<void> {
      for (const symbol of symbols()) {
        transact(db, () => {
          for (const { from, before, bucketMs } of thinningSteps(now))
            thin.run(symbol, from, before, bucketMs, bucketMs)
        })
        await letOthersRun()
      }
    },
  }
}

const read = (row: Row): RecordedQuote => ({
  symbol: text(row, 'symbol'),
  at: integer(row, 'at'),
  last: decimal(row, 'last'),
})

/** The statements over the recorded prices. */
const prepareStatements = (db: Db) => ({
  selectLatest: db.prepare<[string, number], Row>(
    'SELECT symbol, at, last FROM recorded_quote WHERE symbol = ? AND at <= ? ORDER BY at DESC LIMIT 1',
  ),
  selectRange: db.prepare<[string, number, number], Row>(
    'SELECT symbol, at, last FROM recorded_quote WHERE symbol = ? AND at >= ? AND at < ? ORDER BY at',
  ),
  // SQLite takes the other columns of a group from the row with the maximum.
  selectBuckets: db.prepare<[string, number, number, number, number], Row>(
    `SELECT max(at) AS at, last FROM recorded_quote WHERE symbol = ? AND at >= ? AND at < ?
     GROUP BY (at - CAST(? AS INTEGER)) / CAST(? AS INTEGER) ORDER BY 1`,
  ),
  selectNextSymbol: db.prepare<[string], Row>('SELECT min(symbol) AS symbol FROM recorded_quote WHERE symbol > ?'),
  insert: db.prepare<[string, number, string]>(
    `INSERT INTO recorded_quote (symbol, at, last) VALUES (?, ?, ?)
     ON CONFLICT (symbol, at) DO UPDATE SET last = excluded.last`,
  ),
  thin: db.prepare<[string, number, number, number, number]>(
    `DELETE FROM recorded_quote WHERE (symbol, at) IN (
       SELECT symbol, at FROM (
         SELECT symbol, at, lead(at) OVER (ORDER BY at) AS next_at FROM recorded_quote
         WHERE symbol = ? AND at >= ? AND at < ?)
       WHERE next_at / CAST(? AS INTEGER) = at / CAST(? AS INTEGER))`,
  ),
})
