import type { Instrument, InstrumentFound } from '../../shared/model/instrument.ts'
import type { Db } from '../sqlite/db.ts'
import type { Row } from '../sqlite/row.ts'
import { instrumentColumns, readInstrument } from './instrument-row.ts'
import { createInstrumentSearch, type InstrumentQuery } from './instrument-search.ts'
import { createInstrumentStore, type InstrumentStore } from './instrument-store.ts'
import { createInstrumentWalk } from './instrument-walk.ts'

/** The work on the list that is too long for the main thread: its writing and the search. */
export type InstrumentWork = Pick<InstrumentStore, 'storePage' | 'endWalk' | 'readUnread'> & {
  readonly search: (query: InstrumentQuery) => Promise<InstrumentFound[]>
}

const letOthersRun = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** All instruments of the service, a hundred thousand and more, and the search over them. `elsewhere` works in threads. */
export function createInstruments(db: Db, elsewhere: InstrumentWork | null = null) {
  const walk = createInstrumentWalk(db)
  const selectMany = db.prepare<[string], Row>(
    `SELECT ${instrumentColumns} FROM instrument WHERE symbol IN (SELECT value FROM json_each(?)) ORDER BY symbol`,
  )
  const count = db.prepare<[], number>('SELECT count(*) FROM instrument').pluck()
  const selectUnread = db.prepare<[], Row>('SELECT key FROM instrument WHERE ticker_key IS NULL LIMIT 1')
  const store = createInstrumentStore(db, letOthersRun)
  const getMany = (symbols: readonly string[]): Instrument[] =>
    selectMany.all(JSON.stringify(symbols)).map(readInstrument)

  function workHere(): InstrumentWork {
    const search = createInstrumentSearch(db)
    return { ...store, search: async (query) => search(query) }
  }

  const work = elsewhere ?? workHere()
  return {
    ...work,
    getMany,
    get: (symbol: string): Instrument | null => getMany([symbol])[0] ?? null,
    /** Instruments that are here, archived and gone ones too. A millisecond at 150,000. */
    count: (): number => count.get() ?? 0,
    walk: { read: walk.read, begin: walk.begin, abandon: walk.abandon },
    /** Adds and updates on this thread, in small transactions, letting others run in between; how many rows changed. */
    upsertAll: store.upsertAll,
    /** Reads what an older version left without its words; no thread is begun where there is nothing. */
    readUnread: async (): Promise<void> => {
      if (selectUnread.get() !== undefined) await work.readUnread()
    },
  }
}
