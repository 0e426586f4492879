import { toOtherLayout } from '../../shared/text/keyboard-layout.ts'
import { m } from '../../shared/messages/messages.js'
import type { Command } from './commands.ts'

/** The commands that a text finds. Named ones are listed before the instruments, less certain matches after them. */
export interface FoundCommands {
  /** The text is the title, its beginning, or the beginnings of some of its words. */
  readonly named: readonly Command[]
  /** Every typed word is the beginning of a word of the command. */
  readonly matching: readonly Command[]
  /** The title contains the typed letters in this order, possibly with other letters in between. */
  readonly similar: readonly Command[]
}

/** One letter is too short for a title, and two letters are more often the beginning of a ticker than of a second word. */
const [minTitleLetters, minWordLetters, minSimilarLetters] = [2, 3, 3]

/** Finds commands; an empty text matches all of them. A text typed on the other keyboard layout gives the same result. */
export function findCommands(commands: readonly Command[], text: string): FoundCommands {
  const typed = folded(text.trim())
  const retyped = toOtherLayout(typed)
  const texts = retyped === null ? [typed] : [typed, folded(retyped)]
  const found: { named: Command[]; matching: Command[]; similar: Command[] } = { named: [], matching: [], similar: [] }
  for (const command of commands) {
    if (typed !== '' && texts.some((each) => isNamed(command, each))) found.named.push(command)
    else if (texts.some((each) => matches(`${command.title} ${command.words}`, each))) found.matching.push(command)
    else if (texts.some((each) => isSimilar(command.title, each))) found.similar.push(command)
  }
  return found
}

/** In lower case. In Russian, many users type е instead of ё. */
const folded = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')

const wordsOf = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean)

const matches = (known: string, typed: string): boolean => {
  const words = wordsOf(known)
  return wordsIn(typed).every((each) => words.some((word) => word.startsWith(stemOf(each))))
}

/**
 * The stem of a Russian word, whose ending can change: «заявка» finds «Заявки». Short words, and words in other scripts,
 * are unchanged.
 */
function stemOf(word: string): string {
  if (word.length < 5 || !/^\p{Script=Cyrillic}+$/u.test(word)) return word
  return word.slice(0, word.length > 5 ? -2 : -1)
}

/** The words of a question without the usual question words: "what did I pay in commissions" gives "pay commissions". */
function wordsIn(typed: string): string[] {
  const words = wordsOf(typed.replaceAll('?', ''))
  const fillers = wordsOf(m.search_filler_words())
  const named = words.filter((word) => !fillers.includes(word))
  return named.length === 0 ? words : named
}

const isNamed = ({ title }: Command, typed: string): boolean =>
  (typed.length >= minTitleLetters && folded(title).startsWith(typed)) ||
  (typed.length >= minWordLetters && matches(title, typed))

function isSimilar(title: string, typed: string): boolean {
  const letters = typed.replaceAll(' ', '')
  if (letters.length < minSimilarLetters) return false
  const small = folded(title)
  if (small[0] !== letters[0]) return false
  let at = 0
  for (const letter of letters) {
    at = small.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  // A match with letters far apart is a coincidence.
  return at <= letters.length * 2
}
