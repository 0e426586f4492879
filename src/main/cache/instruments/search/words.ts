import type { Instrument } from '../../../../shared/model/instrument.ts'
import { soundOf, splitWords, toKey, toLatin } from './transliterate.ts'

/** The names that people use for the types, with the service's own names. */
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

/** The words that find a type. */
export function typeWords(type: string): readonly string[] {
  const known = wordsOfType.get(type)
  if (known !== undefined) return known
  const words = splitWords(typeNames[type] ?? type).map(soundOf)
  wordsOfType.set(type, words)
  return words
}

/** Prefix of the words of market and type. Many instruments share these words, so a query of one or two letters must not match them. */
export const kindMark = '¤'

/** An instrument as a search compares it. */
export interface SearchedText {
  readonly tickerKey: string
  readonly isinKey: string
  /** The words of the name, as they sound, in the order of the name. */
  readonly nameWords: readonly string[]
  /** Every word that finds the instrument, except its ISIN. */
  readonly words: readonly string[]
}

/** Splits an instrument into its searched words. A ticker without letters and digits stays as it is. */
export function readSearchedText({ ticker, mic, isin, type, name }: Instrument): SearchedText {
  const tickerKey = toKey(ticker) || toLatin(ticker)
  const nameWords = splitWords(name).map(soundOf)
  const tickerWords = [...splitWords(ticker), tickerKey].map(soundOf)
  const kinds = [...splitWords(mic).map(soundOf), ...typeWords(type)].map((word) => kindMark + word)
  const words = new Set([...tickerWords, ...nameWords, ...kinds])
  return { tickerKey, isinKey: toKey(isin), nameWords, words: [...words] }
}

/** The order in which a search reads instruments when it finds more than it can rank: instruments that trade, and among them the types that people hold most often, come first. */
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

/** The class of an instrument: 0 … 4 by its type, 8 … 12 when it is archived. */
export const classOf = ({ type, isArchived }: Pick<Instrument, 'type' | 'isArchived'>): number =>
  (typeOrder[type] ?? otherTypes) + (isArchived ? archivedFrom : 0)

/** All classes, in ascending order. */
export const classes: readonly number[] = [0, 1, 2, 3, 4, 8, 9, 10, 11, 12]

/** The number of row keys reserved for each class. */
export const keysPerClass = 2 ** 40
