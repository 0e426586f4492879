import type { Instrument, InstrumentFound } from '#shared/model/instrument.ts'
import type { Db } from '../../sqlite/db.ts'
import { flag, text, textOrNull, type Row } from '../../sqlite/row.ts'
import { createDownloadProgress } from './download-progress.ts'
import { InstrumentStore } from './instrument-store.ts'
import { InstrumentSearch, type InstrumentQuery } from './search/instrument-search.ts'
import { instrumentColumns, readInstrument } from './search/query.ts'

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
/** The number of rows that are read at a time, in a few milliseconds. Then other tasks run. */
const scannedAtOnce = 10_000

/** Finds many instruments by ticker or ISIN, for pasted lists. */
export function createInstrumentNames(db: Db) {
  // A symbol is `ticker@mic`. The symbols of a ticker sort from `ticker@` to `tickerA`, because A is the character
  // after @.
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
    /** Instruments with one of these ISINs. Reads the whole list in small steps; other tasks run between them. */
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

/** The work on the list that takes too long for the main thread: writing it and searching it. */
export type InstrumentWork = Pick<InstrumentStore, 'storePage' | 'endDownload' | 'readUnread'> & {
  readonly search: (query: InstrumentQuery) => Promise<InstrumentFound[]>
}

const letOthersRun = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * All instruments of the service (more than a hundred thousand), and the search over them. `worker` does the long work
 * in threads.
 */
export function createInstruments(db: Db, worker: InstrumentWork | null = null) {
  const download = createDownloadProgress(db)
  const selectMany = db.prepare<[string], Row>(
    `SELECT ${instrumentColumns} FROM instrument WHERE symbol IN (SELECT value FROM json_each(?)) ORDER BY symbol`,
  )
  // The index contains the first three letters of the ticker, which are the code of a currency.
  const selectCurrencies = db.prepare<[string], Row>(
    `SELECT ${instrumentColumns} FROM instrument
     WHERE type = 'CURRENCIES' AND substr(ticker, 1, 3) IN (SELECT value FROM json_each(?))
       AND is_archived = 0 AND gone_at IS NULL`,
  )
  const count = db.prepare<[], number>('SELECT count(*) FROM instrument').pluck()
  const selectUnread = db.prepare<[], Row>('SELECT key FROM instrument WHERE ticker_key IS NULL LIMIT 1')
  const getMany = (symbols: readonly string[]): Instrument[] =>
    selectMany.all(JSON.stringify(symbols)).map(readInstrument)

  function workHere(): InstrumentWork {
    const store = new InstrumentStore(db, letOthersRun)
    const search = new InstrumentSearch(db)
    return {
      storePage: (page) => store.storePage(page),
      endDownload: (at, isComplete) => store.endDownload(at, isComplete),
      readUnread: () => store.readUnread(),
      search: async (query) => search.find(query),
    }
  }

  const work = worker ?? workHere()
  return {
    ...work,
    getMany,
    get: (symbol: string): Instrument | null => getMany([symbol])[0] ?? null,
    /** The listed currency instruments whose ticker begins with one of these codes, in any order. */
    listCurrencies: (codes: readonly string[]): Instrument[] =>
      selectCurrencies.all(JSON.stringify(codes.map((code) => code.slice(0, 3)))).map(readInstrument),
    /** The number of stored instruments, including archived and gone ones. Takes a millisecond for 150,000. */
    count: (): number => count.get() ?? 0,
    download: { read: download.read, begin: download.begin, abandon: download.abandon },
    /** Adds the words of instruments that an older version stored without them. If there are none, no thread starts. */
    readUnread: async (): Promise<void> => {
      if (selectUnread.get() !== undefined) await work.readUnread()
    },
  }
}
