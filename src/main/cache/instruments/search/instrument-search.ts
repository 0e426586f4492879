import type { Db } from '#main/sqlite/db.ts'
import { integerOrNull, text, type Row } from '#main/sqlite/row.ts'
import type { InstrumentFound } from '#shared/model/instrument.ts'
import { hasLetterKeys, toOtherLayout } from '#shared/text/keyboard-layout.ts'
import { createWordIndex } from './fuzzy-words.ts'
import { mayNameKind, readQuery, type SearchQuery, instrumentColumns, readInstrument } from './query.ts'
import { scoreOf, type AlikeWords, type ScoredRow } from './rank.ts'
import { classes, kindMark } from './words.ts'

/** The maximum number of rows to rank for each kind of match. Instruments that are traded come first. */
const maxRows = { byTicker: 40, byIsin: 40, byWords: 200 }
/** If at least this number of good rows is found, only the typed text is searched. */
const enoughRows = 8
const goodScore = 45
/** The minimum length of a searched ISIN prefix: shorter prefixes match whole countries. */
const minIsinLength = 4
/** Added to the score of matches for the other keyboard layout: they rank below matches of the typed text. */
const otherLayoutScore = -90
/** Added instead if punctuation marks show that the user meant the other layout. */
const meantLayoutScore = 90

/** The typed text, and the symbols held or in a watchlist, which rank higher. */
export interface InstrumentQuery {
  readonly text: string
  readonly limit: number
  readonly held: readonly string[]
  readonly watched: readonly string[]
}

interface Found {
  readonly row: ScoredRow
  readonly score: number
}

/** The last character in sort order. It marks the end of a prefix range. */
const lastCharacter = '\u{10FFFF}'

const columns = `key, ${instrumentColumns}, gone_at, ticker_key, isin_key, name_words`
const isIndexed = 'ticker_key IS NOT NULL'

/** The search over all instruments: indexes find a few hundred rows, and each of them is ranked. */
export class InstrumentSearch {
  readonly #wordIndex
  readonly #byTicker
  readonly #byIsin
  readonly #byWords
  readonly #selectByKey
  readonly #selectBySymbol

  constructor(db: Db) {
    this.#wordIndex = createWordIndex(db)
    this.#byTicker = db
      .prepare<[number, string, string, number], number>(
        `SELECT key FROM instrument WHERE class = ? AND ticker_key >= ? AND ticker_key < ? AND ${isIndexed}
         ORDER BY ticker_key LIMIT ?`,
      )
      .pluck()
    this.#byIsin = db
      .prepare<[string, string, number], number>(
        `SELECT key FROM instrument WHERE isin_key >= ? AND isin_key < ? AND isin_key > '' ORDER BY isin_key LIMIT ?`,
      )
      .pluck()
    this.#byWords = db
      .prepare<[string, number], number>(
        'SELECT rowid FROM instrument_text WHERE instrument_text MATCH ? ORDER BY rowid LIMIT ?',
      )
      .pluck()
    this.#selectByKey = db.prepare<[string], Row>(
      `SELECT ${columns} FROM instrument WHERE ${isIndexed} AND key IN (SELECT value FROM json_each(?))`,
    )
    this.#selectBySymbol = db.prepare<[string], Row>(
      `SELECT ${columns} FROM instrument WHERE ${isIndexed} AND symbol IN (SELECT value FROM json_each(?))`,
    )
  }

  /** The best matches first; none for an empty text. */
  find({ text: typed, limit, held, watched }: InstrumentQuery): InstrumentFound[] {
    if (typed.trim() === '') return []
    const marks = { held: new Set(held), watched: new Set(watched) }
    const read = (row: Row): ScoredRow => readRow(row, marks)
    const always = this.#readSymbols([typed.trim(), ...held, ...watched]).map(read)
    const found = new Map<string, Found>()
    /** Ranks the rows that the indexes find, and the rows in `always`; `added` is added to each score. */
    const add = (query: SearchQuery, alike: AlikeWords, added: number): void => {
      for (const row of [...always, ...this.#readMatches(query, alike).map(read)]) {
        const score = scoreOf(row, query, alike)
        const { symbol } = row.instrument
        if (score !== null && score + added > (found.get(symbol)?.score ?? -Infinity))
          found.set(symbol, { row, score: score + added })
      }
    }
    const addAlike = (query: SearchQuery, added: number): void => {
      const alike = query.words.map(({ sound }) => this.#wordIndex.findAlike(sound))
      if (alike.some((words) => words.length > 0)) add(query, alike, added)
    }

    const query = readQuery(typed)
    const otherQuery = readOtherLayout(typed)
    add(query, [], 0)
    const good = [...found.values()].filter(({ score }) => score >= goodScore)
    const isEnough = good.length >= Math.min(limit, enoughRows)
    const isOtherMeant = hasLetterKeys(typed)
    const otherScore = isOtherMeant ? meantLayoutScore : otherLayoutScore
    if (otherQuery !== null && (!isEnough || isOtherMeant)) add(otherQuery, [], otherScore)
    if (!isEnough) addAlike(query, 0)
    if (found.size === 0 && otherQuery !== null) addAlike(otherQuery, otherScore)
    return [...found.values()]
      .sort(byScore)
      .slice(0, Math.max(1, Math.trunc(limit)))
      .map(({ row: { instrument, isHeld, isInWatchlist, isGone } }) => ({
        ...instrument,
        isHeld,
        isInWatchlist,
        isGone,
      }))
  }

  #readSymbols(symbols: readonly string[]): Row[] {
    return this.#selectBySymbol.all(JSON.stringify([...new Set(symbols)]))
  }

  /** The rows that the indexes find: by the typed words, or by similar words. */
  #readMatches(query: SearchQuery, alike: AlikeWords): Row[] {
    const keys = alike.length > 0 ? new Set<number>() : this.#findKeys(query)
    if (query.words.length > 0)
      for (const key of this.#byWords.all(matchOf(query, alike), maxRows.byWords)) keys.add(key)
    return keys.size === 0 ? [] : this.#selectByKey.all(JSON.stringify([...keys]))
  }

  #findKeys({ key, words }: SearchQuery): Set<number> {
    const keys = new Set<number>()
    if (key !== '') {
      for (const instrumentClass of classes) {
        const left = maxRows.byTicker - keys.size
        if (left <= 0) break
        for (const found of this.#byTicker.all(instrumentClass, key, key + lastCharacter, left)) keys.add(found)
      }
    }
    for (const isin of new Set([key, ...words.map((word) => word.key)])) {
      if (isin.length < minIsinLength || !/\d/.test(isin)) continue
      for (const found of this.#byIsin.all(isin, isin + lastCharacter, maxRows.byIsin)) keys.add(found)
    }
    return keys
  }
}

/** The full-text expression of a query. Words have letters and digits only, so none of them is read as syntax. */
const matchOf = (query: SearchQuery, alike: AlikeWords): string =>
  query.words
    .map((word, index) => {
      const kind = mayNameKind(query, word) ? [`"${kindMark}${word.sound}"*`] : []
      const meant = (alike[index] ?? []).map(({ word: similar }) => `"${similar}"`)
      return `(${[`"${word.sound}"*`, ...kind, ...meant].join(' OR ')})`
    })
    .join(' AND ')

/**
 * Reads the text as if it was typed on the other keyboard layout. Null if a letter becomes a punctuation mark: then the
 * user did not mean the other layout. The opposite is common: on a Latin layout the keys of б х ъ ж э ю type
 * punctuation marks.
 */
function readOtherLayout(typed: string): SearchQuery | null {
  const otherText = toOtherLayout(typed)
  const letters = countLetters(typed)
  return otherText !== null && letters > 0 && countLetters(otherText) >= letters ? readQuery(otherText) : null
}

const countLetters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0

function readRow(
  row: Row,
  { held, watched }: { readonly held: ReadonlySet<string>; readonly watched: ReadonlySet<string> },
): ScoredRow {
  const instrument = readInstrument(row)
  return {
    instrument,
    tickerKey: text(row, 'ticker_key'),
    isinKey: text(row, 'isin_key'),
    nameWords: text(row, 'name_words').split(' '),
    isHeld: held.has(instrument.symbol),
    isInWatchlist: watched.has(instrument.symbol),
    isGone: integerOrNull(row, 'gone_at') !== null,
  }
}

const byScore = (a: Found, b: Found): number =>
  b.score - a.score ||
  a.row.tickerKey.length - b.row.tickerKey.length ||
  a.row.nameWords.length - b.row.nameWords.length ||
  (a.row.instrument.symbol < b.row.instrument.symbol ? -1 : 1)
