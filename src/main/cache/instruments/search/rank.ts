import type { Instrument } from '#shared/model/instrument.ts'
import type { AlikeWord } from './fuzzy-words.ts'
import { mayNameKind, type QueryWord, type SearchQuery } from './query.ts'
import { classOf, typeWords, soundOf, toKey } from './words.ts'

/** An instrument with the data its score is computed from. */
export interface ScoredRow {
  readonly instrument: Instrument
  readonly tickerKey: string
  readonly isinKey: string
  readonly nameWords: readonly string[]
  readonly isHeld: boolean
  readonly isInWatchlist: boolean
  readonly isGone: boolean
}

/** The similar words of each typed word; empty if only the typed text is searched. */
export type AlikeWords = readonly (readonly AlikeWord[])[]

// The points of each kind of match. All words must match; the points of an instrument are the mean over its words.
const points = {
  wholeSymbol: 170,
  wholeTicker: 150,
  wholeIsin: 150,
  ticker: 100,
  tickerBeginning: 82,
  name: 72,
  nameBeginning: 66,
  mic: 60,
  type: 56,
  isinBeginning: 50,
  micBeginning: 45,
  tickerSound: 40,
  inner: 36,
  edited: 34,
  perEdit: 7,
} as const
const bonus = {
  held: 30,
  watched: 26,
  firstWord: 3,
  wholeName: 5,
  tickerOfName: 6,
  archived: -50,
  gone: -100,
  perClass: -2,
} as const

/** Returns how well an instrument matches the query, in points; null if it does not match. */
export function scoreOf(row: ScoredRow, query: SearchQuery, alike: AlikeWords = []): number | null {
  const matched = matchWhole(row, query) ?? matchWords(row, query, alike)
  if (matched === null) return null
  const { instrument, isHeld, isInWatchlist, isGone, nameWords, tickerKey } = row
  const isWholeName = query.words.length > 0 && nameWords.join('') === query.words.map(({ sound }) => sound).join('')
  return (
    matched +
    (isWholeName ? bonus.wholeName : 0) +
    (isTickerOf(query.key, tickerKey) ? bonus.tickerOfName : 0) +
    (isHeld ? bonus.held : isInWatchlist ? bonus.watched : 0) +
    (isGone ? bonus.gone : instrument.isArchived ? bonus.archived : 0) +
    (classOf(instrument) % 8) * bonus.perClass
  )
}

/** A ticker is often the beginning of the typed name: GAZP for Gazprom. */
const isTickerOf = (typed: string, tickerKey: string): boolean =>
  tickerKey.length > 2 && tickerKey.length < typed.length && typed.startsWith(tickerKey)

function matchWhole({ instrument, tickerKey, isinKey }: ScoredRow, { text, key }: SearchQuery): number | null {
  if (instrument.symbol.toLowerCase() === text) return points.wholeSymbol
  if (tickerKey !== '' && (tickerKey === key || instrument.ticker.toLowerCase() === text)) return points.wholeTicker
  if (isinKey !== '' && isinKey === key) return points.wholeIsin
  // A ticker of several parts, typed in separate words: `brk b`.
  if (key.length > 1 && tickerKey.startsWith(key))
    return points.tickerBeginning - Math.min(8, tickerKey.length - key.length)
  return null
}

function matchWords(row: ScoredRow, query: SearchQuery, alike: AlikeWords): number | null {
  const { words } = query
  if (words.length === 0) return null
  const micKey = toKey(row.instrument.mic)
  let total = 0
  for (const [index, word] of words.entries()) {
    const kind = mayNameKind(query, word) ? matchKind(row, micKey, word) : 0
    const value = Math.max(matchWord(row, word), kind) || matchAlike(row, alike[index] ?? [])
    if (value === null) return null
    total += value
  }
  return total / words.length
}

/** The points for a match by ticker, name or ISIN; 0 without a match. */
function matchWord({ tickerKey, isinKey, nameWords }: ScoredRow, { key, sound }: QueryWord): number {
  if (tickerKey === key) return points.ticker
  let best = 0
  if (tickerKey.startsWith(key)) best = points.tickerBeginning - Math.min(8, tickerKey.length - key.length)
  for (const [index, name] of nameWords.entries()) {
    if (!name.startsWith(sound)) continue
    const first = index === 0 ? bonus.firstWord : 0
    best = Math.max(best, (name === sound ? points.name : points.nameBeginning) + first)
  }
  if (key.length > 1 && isinKey.startsWith(key)) best = Math.max(best, points.isinBeginning)
  return best === 0 && soundOf(tickerKey).startsWith(sound) ? points.tickerSound : best
}

/** The points for a match by market or type; 0 without a match. */
function matchKind({ instrument }: ScoredRow, micKey: string, { key, sound }: QueryWord): number {
  if (micKey === key) return points.mic
  if (typeWords(instrument.type).some((type) => type.startsWith(sound))) return points.type
  return micKey.startsWith(key) ? points.micBeginning : 0
}

/** The points for the nearest similar word; null if the instrument has none of them. */
function matchAlike({ tickerKey, nameWords }: ScoredRow, alike: readonly AlikeWord[]): number | null {
  const ticker = soundOf(tickerKey)
  const found = alike.find(({ word }) => word === ticker || nameWords.includes(word))
  if (found === undefined) return null
  return found.edits === 0 ? points.inner : points.edited - points.perEdit * found.edits
}
