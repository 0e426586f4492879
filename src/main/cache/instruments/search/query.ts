import { soundOf, splitWords, toKey, toLatin } from './search-words.ts'

/** Words that count: of a longer text the first. */
const mostWords = 8
const longestWord = 40

/** One word that was typed: as letters, and as it sounds. */
export interface QueryWord {
  readonly key: string
  readonly sound: string
}

/** What was typed, taken apart. */
export interface SearchQuery {
  /** As typed, in small letters. */
  readonly text: string
  /** All of it in one word, as a ticker or an ISIN is compared; signs alone stay as they are. */
  readonly key: string
  readonly words: readonly QueryWord[]
}

/** Whether a word may name a market or a type: a letter or two of them alone would mean thousands of lines. */
export const mayNameKind = ({ words }: SearchQuery, { key }: QueryWord): boolean => words.length > 1 || key.length > 2

/** Takes apart what was typed; any text will do. */
export function readQuery(text: string): SearchQuery {
  const words = splitWords(text)
    .slice(0, mostWords)
    .map((word) => word.slice(0, longestWord))
  return {
    text: text.trim().toLowerCase(),
    key: (toKey(text) || toLatin(text).trim()).slice(0, longestWord),
    words: words.map((key) => ({ key, sound: soundOf(key) })),
  }
}
