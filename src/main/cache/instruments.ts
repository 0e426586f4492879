import type { Instrument } from '../../shared/model/instrument.ts'
import type { Db } from '../sqlite/db.ts'
import { flag, text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'
import { fold } from './fold.ts'
import { createSubjects } from './subjects.ts'

/** Rows a transaction: a few milliseconds, so that a window's reads come in between. */
const chunkRows = 250

/** A character after which nothing sorts: the upper end of a prefix. */
const lastCharacter = '\u{10FFFF}'

const columns = 'symbol, id, ticker, mic, isin, type, name, is_archived'

/** All instruments of the service, a hundred thousand and more, and the search over them. */
export function createInstruments(db: Db) {
  const subjects = createSubjects(db)
  const selectMany = db.prepare<[string], Row>(
    `SELECT ${columns} FROM instrument WHERE symbol IN (SELECT value FROM json_each(?))`,
  )
  // Tickers are used again: an archived instrument does not take the place of the one that trades under its symbol.
  const upsert = db.prepare(
    `INSERT INTO instrument (${columns}, folded_ticker, folded_text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (symbol) DO UPDATE SET
       id = excluded.id, ticker = excluded.ticker, mic = excluded.mic, isin = excluded.isin, type = excluded.type,
       name = excluded.name, is_archived = excluded.is_archived,
       folded_ticker = excluded.folded_ticker, folded_text = excluded.folded_text
     WHERE (excluded.id, excluded.ticker, excluded.mic, excluded.isin, excluded.type, excluded.name, excluded.is_archived)
        IS NOT (instrument.id, instrument.ticker, instrument.mic, instrument.isin, instrument.type, instrument.name,
                instrument.is_archived)
       AND NOT (excluded.is_archived = 1 AND instrument.is_archived = 0 AND excluded.id <> instrument.id)`,
  )
  const byTicker = db.prepare<[number, string, string, number], Row>(
    `SELECT ${columns} FROM instrument WHERE is_archived = ? AND folded_ticker >= ? AND folded_ticker < ?
     ORDER BY folded_ticker LIMIT ?`,
  )
  const byText = db.prepare<[number, string, number], Row>(
    `SELECT ${columns} FROM instrument WHERE +is_archived = ? AND instr(folded_text, ?) > 0 ORDER BY symbol LIMIT ?`,
  )

  const writeChunk = (chunk: readonly Instrument[]): number =>
    transact(db, () => {
      let changed = 0
      for (const { symbol, id, ticker, mic, isin, type, name, isArchived } of chunk) {
        const folded = fold([symbol, name, isin].join('\n'))
        const { changes } = upsert.run(
          symbol,
          id,
          ticker,
          mic,
          isin,
          type,
          name,
          isArchived ? 1 : 0,
          fold(ticker),
          folded,
        )
        if (changes > 0) subjects.renameInstrument(symbol)
        changed += changes
      }
      return changed
    })

  const getMany = (symbols: readonly string[]): Instrument[] => selectMany.all(JSON.stringify(symbols)).map(read)

  return {
    getMany,
    get: (symbol: string): Instrument | null => getMany([symbol])[0] ?? null,
    /** Adds and updates in small transactions, letting others run in between; how many rows changed. */
    async upsertAll(instruments: readonly Instrument[]): Promise<number> {
      let changed = 0
      for (let start = 0; start < instruments.length; start += chunkRows) {
        if (start > 0) await new Promise((resolve) => setImmediate(resolve))
        changed += writeChunk(instruments.slice(start, start + chunkRows))
      }
      return changed
    },
    /** What is traded before what is archived; of each, tickers that begin with the text, then symbol, name or ISIN with it inside. */
    search(query: string, limit: number): Instrument[] {
      const folded = fold(query)
      if (folded === '') return []
      const wanted = Math.max(1, Math.trunc(limit))
      const found = new Map<string, Instrument>()
      for (const archived of [0, 1]) {
        const rows = byTicker.all(archived, folded, folded + lastCharacter, wanted)
        if (found.size + rows.length < wanted) rows.push(...byText.all(archived, folded, wanted))
        for (const instrument of rows.map(read))
          found.set(instrument.symbol, found.get(instrument.symbol) ?? instrument)
        if (found.size >= wanted) break
      }
      return [...found.values()].slice(0, wanted)
    },
  }
}

const read = (row: Row): Instrument => ({
  symbol: text(row, 'symbol'),
  id: text(row, 'id'),
  ticker: text(row, 'ticker'),
  mic: text(row, 'mic'),
  isin: text(row, 'isin'),
  type: text(row, 'type'),
  name: text(row, 'name'),
  isArchived: flag(row, 'is_archived'),
})
