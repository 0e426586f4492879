import type { InstrumentFound } from '../../shared/model/instrument.ts'
import type { Db } from '../sqlite/db.ts'
import { integerOrNull, text, type Row } from '../sqlite/row.ts'
import { rank, type AlikeWords, type RankedRow } from './instrument-rank.ts'
import { instrumentColumns, readInstrument } from './instrument-row.ts'
import { classes, kindMark } from './instrument-words.ts'
import { mayNameKind, readQuery, type SearchQuery } from './search-query.ts'
import { toOtherLayout } from './search-words.ts'
import { createWordIndex } from './word-index.ts'

/** Lines that are weighed of each kind of match. The first ones are of what trades. */
const most = { ofTicker: 40, ofIsin: 40, ofWords: 200 }
/** With so many good lines found, nothing else than what was typed is looked for. */
const enough = 8
const goodWorth = 45
/** A prefix of an ISIN is taken as one from here on: shorter ones are of whole countries. */
const shortestIsin = 4
/** What was struck on the other keyboard comes behind what was typed. */
const otherLayoutWorth = -90

/** What a person typed, and what they hold and watch: that comes first. */
export interface InstrumentQuery {
  readonly text: string
  readonly limit: number
  readonly held: readonly string[]
  readonly watched: readonly string[]
}

interface Found {
  readonly row: RankedRow
  readonly worth: number
}

/** A character after which nothing sorts: the upper end of a prefix. */
const lastCharacter = '\u{10FFFF}'

/** The search over all instruments: an index finds some hundred lines, which are weighed one by one. */
export function createInstrumentSearch(db: Db) {
  const wordIndex = createWordIndex(db)
  const columns = `key, ${instrumentColumns}, gone_at, ticker_key, isin_key, name_words`
  const isRead = 'ticker_key IS NOT NULL'
  const byTicker = db
    .prepare<[number, string, string, number], number>(
      `SELECT key FROM instrument WHERE class = ? AND ticker_key >= ? AND ticker_key < ? AND ${isRead}
       ORDER BY ticker_key LIMIT ?`,
    )
    .pluck()
  const byIsin = db
    .prepare<[string, string, number], number>(
      `SELECT key FROM instrument WHERE isin_key >= ? AND isin_key < ? AND isin_key > '' ORDER BY isin_key LIMIT ?`,
    )
    .pluck()
  const byWords = db
    .prepare<[string, number], number>(
      'SELECT rowid FROM instrument_text WHERE instrument_text MATCH ? ORDER BY rowid LIMIT ?',
    )
    .pluck()
  const selectByKey = db.prepare<[string], Row>(
    `SELECT ${columns} FROM instrument WHERE ${isRead} AND key IN (SELECT value FROM json_each(?))`,
  )
  const selectBySymbol = db.prepare<[string], Row>(
    `SELECT ${columns} FROM instrument WHERE ${isRead} AND symbol IN (SELECT value FROM json_each(?))`,
  )

  function findKeys({ key, words }: SearchQuery): Set<number> {
    const keys = new Set<number>()
    if (key !== '') {
      for (const ofClass of classes) {
        const left = most.ofTicker - keys.size
        if (left <= 0) break
        for (const found of byTicker.all(ofClass, key, key + lastCharacter, left)) keys.add(found)
      }
    }
    for (const one of new Set([key, ...words.map((word) => word.key)])) {
      if (one.length < shortestIsin || !/\d/.test(one)) continue
      for (const found of byIsin.all(one, one + lastCharacter, most.ofIsin)) keys.add(found)
    }
    return keys
  }

  /** Words are letters and digits alone: nothing of them is syntax. */
  const matchOf = (query: SearchQuery, alike: AlikeWords): string =>
    query.words
      .map((word, index) => {
        const kind = mayNameKind(query, word) ? [`"${kindMark}${word.sound}"*`] : []
        const meant = (alike[index] ?? []).map((one) => `"${one.word}"`)
        return `(${[`"${word.sound}"*`, ...kind, ...meant].join(' OR ')})`
      })
      .join(' AND ')

  return function search({ text: typed, limit, held, watched }: InstrumentQuery): InstrumentFound[] {
    const found = new Map<string, Found>()
    const [isHeld, isWatched] = [new Set(held), new Set(watched)]
    const own = [...new Set([...held, ...watched])]

    const read = (row: Row): RankedRow => {
      const instrument = readInstrument(row)
      return {
        instrument,
        tickerKey: text(row, 'ticker_key'),
        isinKey: text(row, 'isin_key'),
        nameWords: text(row, 'name_words').split(' '),
        isHeld: isHeld.has(instrument.symbol),
        isWatched: isWatched.has(instrument.symbol),
        isGone: integerOrNull(row, 'gone_at') !== null,
      }
    }
    const ownRows = own.length === 0 ? [] : selectBySymbol.all(JSON.stringify(own)).map(read)

    /** Weighs what the index finds, and all that a person has; says how many lines are found by now. */
    function look(query: SearchQuery, alike: AlikeWords, added: number): number {
      const keys = alike.length > 0 ? new Set<number>() : findKeys(query)
      if (query.words.length > 0) for (const key of byWords.all(matchOf(query, alike), most.ofWords)) keys.add(key)
      const rows = keys.size === 0 ? [] : selectByKey.all(JSON.stringify([...keys])).map(read)
      const exact = selectBySymbol.all(JSON.stringify([typed.trim()])).map(read)
      for (const row of [...exact, ...ownRows, ...rows]) {
        const worth = rank(row, query, alike)
        const { symbol } = row.instrument
        if (worth !== null && worth + added > (found.get(symbol)?.worth ?? -Infinity))
          found.set(symbol, { row, worth: worth + added })
      }
      return found.size
    }
    const lookAlike = (query: SearchQuery, added: number): number => {
      const alike = query.words.map(({ sound }) => wordIndex.findAlike(sound))
      return alike.some((words) => words.length > 0) ? look(query, alike, added) : found.size
    }

    if (typed.trim() === '') return []
    const query = readQuery(typed)
    const otherText = toOtherLayout(typed)
    const otherQuery = otherText === null ? null : readQuery(otherText)
    // A letter that is a sign on the other keyboard was not meant as one.
    const other = otherQuery?.words.length === query.words.length ? otherQuery : null
    look(query, [], 0)
    const good = [...found.values()].filter(({ worth }) => worth >= goodWorth)
    const isEnough = good.length >= Math.min(limit, enough)
    if (!isEnough && other !== null) look(other, [], otherLayoutWorth)
    if (!isEnough) lookAlike(query, 0)
    if (found.size === 0 && other !== null) lookAlike(other, otherLayoutWorth)
    return [...found.values()]
      .sort(byWorth)
      .slice(0, Math.max(1, Math.trunc(limit)))
      .map(({ row: { instrument, ...marks } }) => ({
        ...instrument,
        isHeld: marks.isHeld,
        isWatched: marks.isWatched,
        isGone: marks.isGone,
      }))
  }
}

const byWorth = (a: Found, b: Found): number =>
  b.worth - a.worth ||
  a.row.tickerKey.length - b.row.tickerKey.length ||
  a.row.nameWords.length - b.row.nameWords.length ||
  (a.row.instrument.symbol < b.row.instrument.symbol ? -1 : 1)
