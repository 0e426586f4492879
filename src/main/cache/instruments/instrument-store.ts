import type { Instrument } from '#shared/model/instrument.ts'
import type { Db } from '../../sqlite/db.ts'
import { integer, integerOrNull, textOrNull, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import { unpack, type Packed } from '../../threads/packed-rows.ts'
import { createSubjects, type Subjects } from '../transactions/dictionary/subjects.ts'
import { createDownloadProgress } from './download-progress.ts'
import { createWordIndex } from './search/fuzzy-words.ts'
import { instrumentColumns, readInstrument } from './search/query.ts'
import { classOf, keysPerClass, readSearchedText } from './search/words.ts'

/**
 * Rows per transaction. It takes a few milliseconds, so that the other connection can write between two transactions.
 */
const chunkRows = 100

/** A page of the list, and the cursor of the next page; null for the last page. */
export interface InstrumentPage {
  readonly content: Packed<Instrument>
  /** The number of its rows that could not be read. */
  readonly malformedCount: number
  readonly nextCursor: string | null
}

interface StoredInstrument {
  readonly key: number
  readonly instrument: Instrument
  readonly isGone: boolean
  /** Whether its words are in the search index. */
  readonly isIndexed: boolean
}

/** Writes the list of all instruments and the search index over it. */
export class InstrumentStore {
  readonly #db: Db
  readonly #pause: () => Promise<void>
  readonly #subjects: Subjects
  readonly #wordIndex
  readonly #download
  readonly #select
  readonly #lastKey
  readonly #insert
  readonly #remove
  readonly #insertText
  readonly #removeText
  readonly #restore
  readonly #selectUnindexed

  /** `pause` is awaited between two chunks, so that other tasks can run. */
  constructor(db: Db, pause: () => Promise<void>) {
    this.#db = db
    this.#pause = pause
    this.#subjects = createSubjects(db)
    this.#wordIndex = createWordIndex(db)
    this.#download = createDownloadProgress(db)
    this.#select = db.prepare<[string], Row>(
      `SELECT key, ${instrumentColumns}, gone_at, ticker_key FROM instrument WHERE symbol = ?`,
    )
    this.#lastKey = db
      .prepare<[number, number], number | null>('SELECT max(key) FROM instrument WHERE key >= ? AND key < ?')
      .pluck()
    this.#insert = db.prepare(
      `INSERT INTO instrument (key, ${instrumentColumns}, class, ticker_key, isin_key, name_words)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#remove = db.prepare<[number]>('DELETE FROM instrument WHERE key = ?')
    this.#insertText = db.prepare<[number, string]>('INSERT INTO instrument_text (rowid, words) VALUES (?, ?)')
    this.#removeText = db.prepare<[number]>('DELETE FROM instrument_text WHERE rowid = ?')
    this.#restore = db.prepare<[number]>('UPDATE instrument SET gone_at = NULL WHERE key = ?')
    this.#selectUnindexed = db.prepare<[number], Row>(
      `SELECT ${instrumentColumns} FROM instrument WHERE ticker_key IS NULL LIMIT ?`,
    )
  }

  /** Stores a page and, with its last rows, the position of the download. Returns the number of changed rows. */
  async storePage({ content, malformedCount, nextCursor }: InstrumentPage): Promise<number> {
    const rows = unpack(content)
    let changed = 0
    const write = (instrument: Instrument): void => {
      const { key, isChanged } = this.#put(instrument)
      this.#download.see(key)
      changed += isChanged ? 1 : 0
    }
    await this.#inChunks(rows, write, () => this.#download.advance(nextCursor, rows.length, malformedCount))
    return changed
  }

  /**
   * Ends the download at `at` (UTC ms). After a complete download, instruments that it did not receive are marked as gone.
   * Returns their number.
   */
  async endDownload(at: number, isComplete: boolean): Promise<number> {
    return this.#download.end(at, isComplete)
  }

  /** Adds the words of instruments that an older version stored without them. */
  async readUnread(): Promise<void> {
    const next = () => this.#selectUnindexed.all(chunkRows)
    for (let rows = next(); rows.length > 0; rows = next()) {
      await this.#inChunks(rows.map(readInstrument), (instrument) => void this.#put(instrument))
      await this.#pause()
    }
  }

  /** Adds or updates one row; returns its key, and whether anything changed. */
  #put(instrument: Instrument): { readonly key: number; readonly isChanged: boolean } {
    const known = this.#find(instrument.symbol)
    if (known === null) return { key: this.#enter(instrument, null), isChanged: true }
    const isSame = isEqual(known.instrument, instrument)
    // Tickers are reused: an archived instrument does not replace another one that is listed under the same symbol.
    const isOtherInstrument = known.instrument.id !== instrument.id && instrument.isArchived && !known.isGone
    if ((isSame && known.isIndexed) || isOtherInstrument) {
      if (known.isGone) this.#restore.run(known.key)
      return { key: known.key, isChanged: known.isGone }
    }
    return { key: this.#enter(instrument, known), isChanged: true }
  }

  #find(symbol: string): StoredInstrument | null {
    const row = this.#select.get(symbol)
    if (row === undefined) return null
    return {
      key: integer(row, 'key'),
      instrument: readInstrument(row),
      isGone: integerOrNull(row, 'gone_at') !== null,
      isIndexed: textOrNull(row, 'ticker_key') !== null,
    }
  }

  /** Inserts a row under a key of its class. The old key is used again if it belongs to the class. */
  #enter(instrument: Instrument, known: StoredInstrument | null): number {
    const instrumentClass = classOf(instrument)
    const first = instrumentClass * keysPerClass
    const isSameClass = known !== null && Math.floor(known.key / keysPerClass) === instrumentClass
    const key = isSameClass ? known.key : (this.#lastKey.get(first, first + keysPerClass) ?? first) + 1
    if (known !== null) {
      this.#remove.run(known.key)
      if (known.isIndexed) this.#removeText.run(known.key)
      this.#download.forget(known.key)
    }
    const { symbol, id, ticker, mic, isin, type, name, isArchived } = instrument
    const { tickerKey, isinKey, nameWords, words } = readSearchedText(instrument)
    const columns = [symbol, id, ticker, mic, isin, type, name, isArchived ? 1 : 0]
    this.#insert.run(key, ...columns, instrumentClass, tickerKey, isinKey, nameWords.join(' '))
    this.#insertText.run(key, words.join(' '))
    this.#wordIndex.add(words)
    this.#subjects.renameInstrument(symbol)
    return key
  }

  /** Runs `write` for the rows in small transactions, and `last` in the transaction of the last rows. */
  async #inChunks<T>(rows: readonly T[], write: (row: T) => void, last: () => void = () => undefined): Promise<void> {
    for (let start = 0; start === 0 || start < rows.length; start += chunkRows) {
      if (start > 0) await this.#pause()
      transact(this.#db, () => {
        rows.slice(start, start + chunkRows).forEach(write)
        if (start + chunkRows >= rows.length) last()
      })
    }
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
