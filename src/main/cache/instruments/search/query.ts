import { flag, text, type Row } from '#main/sqlite/row.ts'
import type { Instrument } from '#shared/model/instrument.ts'
import { soundOf, splitWords, toKey, toLatin } from './words.ts'

/** Only the first words of a long text are used. */
const maxWords = 8
const maxWordLength = 40

/** A typed word: its letters and its sound. */
export interface QueryWord {
  readonly key: string
  readonly sound: string
}

/** The typed text and its parts. */
export interface SearchQuery {
  /** As typed, in lower case. */
  readonly text: string
  /** The whole text as one word, in the form in which tickers and ISINs are compared. A text without letters and digits stays as it is. */
  readonly key: string
  readonly words: readonly QueryWord[]
}

/** Whether a word may name a market or a type: a query of one or two letters would match thousands of rows. */
export const mayNameKind = ({ words }: SearchQuery, { key }: QueryWord): boolean => words.length > 1 || key.length > 2

/** Splits the typed text; accepts any text. */
export function readQuery(text: string): SearchQuery {
  const words = splitWords(text)
    .slice(0, maxWords)
    .map((word) => word.slice(0, maxWordLength))
  return {
    text: text.trim().toLowerCase(),
    key: (toKey(text) || toLatin(text).trim()).slice(0, maxWordLength),
    words: words.map((key) => ({ key, sound: soundOf(key) })),
  }
}

/** The columns of an instrument, in the order of the model. */
export const instrumentColumns = 'symbol, id, ticker, mic, isin, type, name, is_archived'

/** Reads a row of `instrumentColumns`. */
export const readInstrument = (row: Row): Instrument => ({
  symbol: text(row, 'symbol'),
  id: text(row, 'id'),
  ticker: text(row, 'ticker'),
  mic: text(row, 'mic'),
  isin: text(row, 'isin'),
  type: text(row, 'type'),
  name: text(row, 'name'),
  isArchived: flag(row, 'is_archived'),
})
