import type { Instrument } from '../../shared/model/instrument.ts'
import { soundOf, splitWords, toKey, toLatin } from './search-words.ts'

/** What people call the types, besides what the service does. */
const typeNames: Readonly<Record<string, string>> = {
  EQUITIES: 'equities equity stock share акция акции',
  BONDS: 'bonds облигация облигации',
  FUTURES: 'futures фьючерс',
  FUNDS: 'funds etf фонд пиф бпиф',
  SPREADS: 'spreads спред',
  CURRENCIES: 'currencies currency forex fx валюта',
  OPTIONS: 'options опцион',
  SWAPS: 'swaps своп',
  INDICES: 'indices index индекс',
}

const wordsOfType = new Map<string, readonly string[]>()

/** The words by which a type is found. */
export function typeWords(type: string): readonly string[] {
  const known = wordsOfType.get(type)
  if (known !== undefined) return known
  const words = splitWords(typeNames[type] ?? type).map(soundOf)
  wordsOfType.set(type, words)
  return words
}

/** Stands before the words of market and type, which are many lines' own: a letter or two of them find nothing else. */
export const kindMark = '¤'

/** A line of the list as it is compared. */
export interface SearchedText {
  readonly tickerKey: string
  readonly isinKey: string
  /** The words of the name, as they sound, in their order. */
  readonly nameWords: readonly string[]
  /** Every word by which it is found, but for its ISIN. */
  readonly words: readonly string[]
}

/** Takes a line of the list apart. A ticker of no letter and no digit stays as it is. */
export function readSearchedText({ ticker, mic, isin, type, name }: Instrument): SearchedText {
  const tickerKey = toKey(ticker) || toLatin(ticker)
  const nameWords = splitWords(name).map(soundOf)
  const tickerWords = [...splitWords(ticker), tickerKey].map(soundOf)
  const kinds = [...splitWords(mic).map(soundOf), ...typeWords(type)].map((word) => kindMark + word)
  const words = new Set([...tickerWords, ...nameWords, ...kinds])
  return { tickerKey, isinKey: toKey(isin), nameWords, words: [...words] }
}

/** Lines that come first where a search finds more than it can weigh: what trades, and of it what a person holds most. */
const typeOrder: Readonly<Record<string, number>> = {
  EQUITIES: 0,
  FUNDS: 0,
  CURRENCIES: 0,
  INDICES: 0,
  BONDS: 1,
  FUTURES: 2,
  OPTIONS: 4,
}
const otherTypes = 3
const archivedFrom = 8

/** The class of a line: 0 … 4 by its type, 8 … 12 when it is archived. */
export const classOf = ({ type, isArchived }: Pick<Instrument, 'type' | 'isArchived'>): number =>
  (typeOrder[type] ?? otherTypes) + (isArchived ? archivedFrom : 0)

/** All classes, in their order. */
export const classes: readonly number[] = [0, 1, 2, 3, 4, 8, 9, 10, 11, 12]

/** Keys of a class: from here on, so many. */
export const keysPerClass = 2 ** 40
