import type { Instrument } from '#shared/model/instrument.ts'

/** Usual names of the types, and the names of the service. */
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

/**
 * The prefix of the words of market and type. Many instruments share these words, so a query of one or two letters must
 * not match them.
 */
export const kindMark = '¤'

/** The text of an instrument in the form that a search compares. */
interface SearchedText {
  readonly tickerKey: string
  readonly isinKey: string
  /** The sounds of the words of the name, in the order of the name. */
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

/**
 * The order in which a search reads instruments if it finds more than it can rank: traded instruments first, and among
 * them the types that are held most often.
 */
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

/** The class of an instrument: 0 … 4 by its type, 8 … 12 if it is archived. */
export const classOf = ({ type, isArchived }: Pick<Instrument, 'type' | 'isArchived'>): number =>
  (typeOrder[type] ?? otherTypes) + (isArchived ? archivedFrom : 0)

/** All classes, in ascending order. */
export const classes: readonly number[] = [0, 1, 2, 3, 4, 8, 9, 10, 11, 12]

/** The number of row keys reserved for each class. */
export const keysPerClass = 2 ** 40

// Converts text to the words that a search compares. Stored and typed text are converted in the same way.

// A letter may become several letters; a hard or soft sign becomes none. Accent marks are removed earlier: й arrives as и, ё as е.
const latinOf: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  і: 'i',
  є: 'e',
  ґ: 'g',
  қ: 'k',
  ғ: 'g',
  ң: 'n',
  ү: 'u',
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ð: 'd',
  þ: 'th',
}

/** Text in lower-case Latin letters where possible: Cyrillic is transliterated, accents are removed. */
export const toLatin = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\0-\x7f]/gu, (letter) => latinOf[letter] ?? letter)

/** The letters and digits of a ticker or an ISIN as one word: `BRK.B`, `brk/b` and `BRK B` give the same key. */
export const toKey = (text: string): string => toLatin(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** The words of a text: its runs of letters and digits. */
export const splitWords = (text: string): string[] =>
  toLatin(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/**
 * Returns the sound of a word, independent of the script: Yandex, Яндекс and jandeks give the same result. The sound of
 * a prefix is a prefix of the sound, so a partly typed word can be compared.
 */
export const soundOf = (word: string): string =>
  word.replaceAll('x', 'ks').replaceAll('kh', 'h').replace(/[yj]/g, 'i').replaceAll('w', 'v').replace(/i{2,}/g, 'i')
