import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import kindWords from './kind-words.json' with { type: 'json' }

/**
 * The meaning of the words of a name. A transfer is not yet a kind: the kind depends on the direction, and on whether money or
 * pieces move. `own-transfer` is one whose name says that it is between accounts or brokers.
 */
export type Meaning = TransactionKind | 'transfer' | 'own-transfer'

/** A word, or the beginning of a word. */
interface Stem {
  readonly text: string
  readonly isBeginning: boolean
}

/** Words that a name contains in this order. */
type Phrase = readonly Stem[]

interface MeaningWords {
  readonly meaning: Meaning
  readonly phrases: readonly Phrase[]
  readonly unless: readonly Phrase[]
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е')

const wordsOf = (name: string): string[] => fold(name).match(/[\p{L}\p{N}]+/gu) ?? []

const phraseOf = (text: string): Phrase =>
  fold(text)
    .split(' ')
    .map((word) => ({ text: word.replace('*', ''), isBeginning: word.endsWith('*') }))

const isMeaning = (text: string): text is Meaning => meanings.has(text)
const meanings: ReadonlySet<string> = new Set<Meaning>([
  'tax',
  'fine',
  'commission',
  'variation-margin',
  'dividend',
  'amortization',
  'coupon',
  'redemption',
  'split',
  'expiration',
  'inheritance',
  'contract-termination',
  'interest',
  'loan',
  'transfer',
  'deposit',
  'withdrawal',
  'buy',
  'sell',
  'other-income',
  'own-transfer',
  'reversal',
  'repo',
  'currency-exchange',
  'blocked-money',
])

const table: readonly MeaningWords[] = kindWords.meanings.map(({ meaning, russian, english, unless = [] }) => {
  if (!isMeaning(meaning)) throw new Error(`kind-words.json names an unknown meaning: ${meaning}`)
  return { meaning, phrases: [...russian, ...english].map(phraseOf), unless: unless.map(phraseOf) }
})

const isWord = (word: string, { text, isBeginning }: Stem): boolean =>
  isBeginning ? word.startsWith(text) : word === text

function has(words: readonly string[], phrase: Phrase): boolean {
  let from = 0
  return phrase.every((stem) => {
    const found = words.findIndex((word, index) => index >= from && isWord(word, stem))
    from = found + 1
    return found >= 0
  })
}

/** Returns what the words of a transaction's name say, by `kind-words.json`; `null` if no phrase matches. */
export function namedMeaning(name: string): Meaning | null {
  const known = remembered.get(name)
  if (known !== undefined) return known
  const meaning = findMeaning(name, () => true)
  // A few names repeat in millions of rows, so a small cache is enough.
  if (remembered.size >= maxRemembered) remembered.clear()
  remembered.set(name, meaning)
  return meaning
}

/** Returns the side of a trade that its name states; `null` if it states none. */
export const namedSide = (name: string): 'buy' | 'sell' | null => {
  const side = findMeaning(name, (meaning) => meaning === 'buy' || meaning === 'sell')
  return side === 'buy' || side === 'sell' ? side : null
}

/** Whether a name has the words of a meaning, also if its first meaning is another one. */
export const names = (name: string, wanted: Meaning): boolean =>
  findMeaning(name, (meaning) => meaning === wanted) !== null

/** Whether a name speaks of a loan, also if its meaning is another one: no event announces what lent securities pay. */
export const namesLoan = (name: string): boolean => names(name, 'loan')

/** What a reversal takes back, by the other words of its name; `null` if these say nothing. */
export const reversedMeaning = (name: string): Meaning | null => findMeaning(name, (meaning) => meaning !== 'reversal')

/** Whether the name of a reversal has a second word for a reversal: it may take back another one. */
export const namesReversal = (name: string): boolean =>
  wordsOf(name).filter((word) => findMeaning(word, (meaning) => meaning === 'reversal') !== null).length > 1

const maxRemembered = 2_000
const remembered = new Map<string, Meaning | null>()

function findMeaning(name: string, isWanted: (meaning: Meaning) => boolean): Meaning | null {
  const words = wordsOf(name)
  const found = table.find(
    ({ meaning, phrases, unless }) =>
      isWanted(meaning) && phrases.some((phrase) => has(words, phrase)) && !unless.some((phrase) => has(words, phrase)),
  )
  return found?.meaning ?? null
}

/** The table of words as text: when it changes, names are read again. */
export const kindWordsText = JSON.stringify(kindWords.meanings)
