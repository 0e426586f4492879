import type { Instrument } from '../../shared/model/instrument.ts'
import type { Db } from '../sqlite/db.ts'
import { integer, integerOrNull, textOrNull, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'
import { unpack, type Packed } from '../threads/packed.ts'
import { instrumentColumns, readInstrument } from './instrument-row.ts'
import { createInstrumentWalk } from './instrument-walk.ts'
import { classOf, keysPerClass, readSearchedText } from './instrument-words.ts'
import { createSubjects } from './subjects.ts'
import { createWordIndex } from './word-index.ts'

/** Rows a transaction: a few milliseconds, so that the other connection's writes come in between. */
const chunkRows = 100

/** A page of the list, and where the next one begins (null: there is none). */
export interface InstrumentPage {
  readonly content: Packed<Instrument>
  /** Rows of it that could not be read. */
  readonly malformedCount: number
  readonly nextCursor: string | null
}

export type InstrumentStore = ReturnType<typeof createInstrumentStore>

interface Known {
  readonly key: number
  readonly instrument: Instrument
  readonly isGone: boolean
  readonly isRead: boolean
}

/** Writes the list of all instruments and what a search needs of it. `pause` lets others run between two chunks. */
export function createInstrumentStore(db: Db, pause: () => Promise<void>) {
  const subjects = createSubjects(db)
  const wordIndex = createWordIndex(db)
  const walk = createInstrumentWalk(db)
  const select = db.prepare<[string], Row>(
    `SELECT key, ${instrumentColumns}, gone_at, ticker_key FROM instrument WHERE symbol = ?`,
  )
  const lastKey = db
    .prepare<[number, number], number | null>('SELECT max(key) FROM instrument WHERE key >= ? AND key < ?')
    .pluck()
  const insert = db.prepare(
    `INSERT INTO instrument (key, ${instrumentColumns}, class, ticker_key, isin_key, name_words)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = db.prepare<[number]>('DELETE FROM instrument WHERE key = ?')
  const insertText = db.prepare<[number, string]>('INSERT INTO instrument_text (rowid, words) VALUES (?, ?)')
  const removeText = db.prepare<[number]>('DELETE FROM instrument_text WHERE rowid = ?')
  const comeBack = db.prepare<[number]>('UPDATE instrument SET gone_at = NULL WHERE key = ?')
  const selectUnread = db.prepare<[number], Row>(
    `SELECT ${instrumentColumns} FROM instrument WHERE ticker_key IS NULL LIMIT ?`,
  )

  function find(symbol: string): Known | null {
    const row = select.get(symbol)
    if (row === undefined) return null
    const isRead = textOrNull(row, 'ticker_key') !== null
    return {
      key: integer(row, 'key'),
      instrument: readInstrument(row),
      isGone: integerOrNull(row, 'gone_at') !== null,
      isRead,
    }
  }

  /** Enters a row under a key of its class: under its own where that is of the class, so that little moves. */
  function enter(instrument: Instrument, known: Known | null): number {
    const ofClass = classOf(instrument)
    const first = ofClass * keysPerClass
    const isSameClass = known !== null && Math.floor(known.key / keysPerClass) === ofClass
    const key = isSameClass ? known.key : (lastKey.get(first, first + keysPerClass) ?? first) + 1
    if (known !== null) {
      remove.run(known.key)
      if (known.isRead) removeText.run(known.key)
      walk.forget(known.key)
    }
    const { symbol, id, ticker, mic, isin, type, name, isArchived } = instrument
    const { tickerKey, isinKey, nameWords, words } = readSearchedText(instrument)
    insert.run(
      key,
      symbol,
      id,
      ticker,
      mic,
      isin,
      type,
      name,
      isArchived ? 1 : 0,
      ofClass,
      tickerKey,
      isinKey,
      nameWords.join(' '),
    )
    insertText.run(key, words.join(' '))
    wordIndex.add(words)
    subjects.renameInstrument(symbol)
    return key
  }

  /** Adds or updates one row; the key it has then, and whether anything changed. */
  function put(instrument: Instrument): { readonly key: number; readonly isChanged: boolean } {
    const known = find(instrument.symbol)
    if (known === null) return { key: enter(instrument, null), isChanged: true }
    const isSame = isEqual(known.instrument, instrument)
    // Tickers are used again: an archived instrument does not take the place of another that is listed under its symbol.
    const isTwin = known.instrument.id !== instrument.id && instrument.isArchived && !known.isGone
    if ((isSame && known.isRead) || isTwin) {
      if (known.isGone) comeBack.run(known.key)
      return { key: known.key, isChanged: known.isGone }
    }
    return { key: enter(instrument, known), isChanged: true }
  }

  /** Runs `write` for the rows in small transactions; `last` belongs into the one of the last rows. */
  async function inChunks<T>(
    rows: readonly T[],
    write: (row: T) => void,
    last: () => void = () => undefined,
  ): Promise<void> {
    for (let start = 0; start === 0 || start < rows.length; start += chunkRows) {
      if (start > 0) await pause()
      transact(db, () => {
        rows.slice(start, start + chunkRows).forEach(write)
        if (start + chunkRows >= rows.length) last()
      })
    }
  }

  return {
    /** Adds and updates; how many rows changed. */
    async upsertAll(instruments: readonly Instrument[]): Promise<number> {
      let changed = 0
      await inChunks(instruments, (instrument) => (changed += put(instrument).isChanged ? 1 : 0))
      return changed
    },
    /** Keeps a page and, with the last of its rows, where the walk goes on; how many rows changed. */
    async storePage({ content, malformedCount, nextCursor }: InstrumentPage): Promise<number> {
      const rows = unpack(content)
      let changed = 0
      const write = (instrument: Instrument): void => {
        const { key, isChanged } = put(instrument)
        walk.see(key)
        changed += isChanged ? 1 : 0
      }
      await inChunks(rows, write, () => walk.advance(nextCursor, rows.length, malformedCount))
      return changed
    },
    /** Ends the walk. After a whole one, what it did not meet is marked as gone (UTC ms); how many rows were. */
    endWalk: async (at: number, isWhole: boolean): Promise<number> => walk.end(at, isWhole),
    /** Reads what an older version left without its words. */
    async readUnread(): Promise<void> {
      for (let unread = selectUnread.all(chunkRows); unread.length > 0; unread = selectUnread.all(chunkRows)) {
        await inChunks(unread.map(readInstrument), put)
        await pause()
      }
    },
  }
}

const isEqual = (a: Instrument, b: Instrument): boolean =>
  a.id === b.id &&
  a.ticker === b.ticker &&
  a.mic === b.mic &&
  a.isin === b.isin &&
  a.type === b.type &&
  a.name === b.name &&
  a.isArchived === b.isArchived
