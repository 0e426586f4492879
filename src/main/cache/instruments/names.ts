import type { Db } from '../../sqlite/db.ts'
import { flag, text, textOrNull, type Row } from '../../sqlite/row.ts'

/** An instrument found by ticker or ISIN. */
interface NamedInstrument {
  readonly symbol: string
  readonly ticker: string
  readonly isin: string
  readonly type: string
  readonly name: string
  readonly isArchived: boolean
}

const columns = ['symbol', 'ticker', 'isin', 'type', 'name', 'is_archived']
  .map((name) => `instrument.${name}`)
  .join(', ')
/** Rows read before others may run: a few milliseconds. */
const scannedAtOnce = 10_000

/** Finds many instruments at once by ticker or ISIN: for pasted lists. */
export function createInstrumentNames(db: Db) {
  // A symbol is `ticker@mic`: those of a ticker lie from `ticker@` up to `tickerA`, the character after it.
  const selectByTicker = db.prepare<[string], Row>(
    `SELECT ${columns} FROM json_each(?)
     JOIN instrument ON symbol >= json_each.value || '@' AND symbol < json_each.value || 'A'`,
  )
  const selectEnd = db.prepare<[string], Row>(
    `SELECT max(symbol) AS symbol FROM
       (SELECT symbol FROM instrument WHERE symbol > ? ORDER BY symbol LIMIT ${scannedAtOnce})`,
  )
  const selectByIsin = db.prepare<[string, string, string], Row>(
    `SELECT ${columns} FROM instrument
     WHERE symbol > ? AND symbol <= ? AND isin IN (SELECT value FROM json_each(?))`,
  )
  return {
    /** Instruments with one of these tickers, on any market. Case matters. */
    ofTickers: (tickers: readonly string[]): NamedInstrument[] => selectByTicker.all(JSON.stringify(tickers)).map(read),
    /** Instruments with one of these ISINs. Reads the whole list in small steps that let others run in between. */
    async ofIsins(isins: readonly string[]): Promise<NamedInstrument[]> {
      const found: NamedInstrument[] = []
      const wanted = JSON.stringify(isins)
      const endAfter = (start: string) => textOrNull(selectEnd.get(start) ?? { symbol: null }, 'symbol')
      let start = ''
      for (let end = endAfter(start); end !== null; end = endAfter(start)) {
        found.push(...selectByIsin.all(start, end, wanted).map(read))
        start = end
        await new Promise((resolve) => setImmediate(resolve))
      }
      return found
    },
  }
}

const read = (row: Row): NamedInstrument => ({
  symbol: text(row, 'symbol'),
  ticker: text(row, 'ticker'),
  isin: text(row, 'isin'),
  type: text(row, 'type'),
  name: text(row, 'name'),
  isArchived: flag(row, 'is_archived'),
})
