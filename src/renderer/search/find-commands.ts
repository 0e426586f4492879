import { m } from '#shared/messages/messages.js'
import { toOtherLayout } from '#shared/text/keyboard-layout.ts'
import type { Command } from './command.ts'

/** The commands that a text finds. Named ones are listed before the instruments, less certain matches after them. */
export interface FoundCommands {
  /** The text is the title, its beginning, the beginnings of some of its words, or its other name. */
  readonly named: readonly Command[]
  /** Every typed word is the beginning of a word of the command; those with most typed words in the title come first. */
  readonly matching: readonly Command[]
  /**
   * The title contains the typed letters in this order, possibly with other letters in between. If nothing matches a question,
   * the commands with most of its words.
   */
  readonly similar: readonly Command[]
}

/** One letter is too short for a title, and two letters are more often the beginning of a ticker than of a second word. */
const [minTitleLetters, minWordLetters, minSimilarLetters, minNameLetters] = [2, 3, 3, 4]
const [minPartialWords, maxPartial] = [2, 4]
/** One such word may be part of a name: "Bank of America". */
const minFillers = 2

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
  found.named.sort((a, b) => titleRank(b, texts) - titleRank(a, texts) || titleWords(b, texts) - titleWords(a, texts))
  if (found.named.some((command) => isWholeTitle(command, texts))) {
    // Beside a complete title, questions that begin with it are too many before the instruments.
    const isQuestion = (command: Command) => command.action.kind === 'address' && !isWholeTitle(command, texts)
    found.matching.unshift(...found.named.filter(isQuestion))
    found.named = found.named.filter((command) => !isQuestion(command))
  }
  found.matching.sort(
    (a, b) => titleWords(b, texts) - titleWords(a, texts) || phraseRank(b, texts) - phraseRank(a, texts),
  )
  if (found.named.length + found.matching.length + found.similar.length === 0)
    found.similar.push(...partial(commands, texts))
  return found
}

/** The title without the dots of a command that opens a dialog. */
const plainTitle = ({ title }: Command): string => folded(title.replace(/…$/, ''))

const isWholeTitle = (command: Command, texts: readonly string[]): boolean => texts.includes(plainTitle(command))

/**
 * 2 for the whole title, 1 for its beginning, 0 for other words of it, and for a button of the current screen. A button whose
 * title names what the screen shows comes before commands that do the same for anything.
 */
function titleRank(command: Command, texts: readonly string[]): number {
  if (command.action.kind === 'press') {
    if (!command.action.isAboutShown) return 0
    return texts.some((text) => plainTitle(command).startsWith(text)) ? 3 : 0.5
  }
  if (isWholeTitle(command, texts)) return 2
  return texts.some((text) => plainTitle(command).startsWith(text)) ? 1 : 0
}

/** How many typed words are in the title. */
const titleWords = ({ title }: Command, texts: readonly string[]): number =>
  Math.max(...texts.map((text) => matchCount(title, wordsIn(text))))

/** 1 if the additional words contain several typed words as they are: "was I paid". */
const phraseRank = ({ words }: Command, texts: readonly string[]): number =>
  texts.some((text) => text.includes(' ') && folded(words).includes(text.replaceAll('?', '').trim())) ? 1 : 0

/** The commands that contain at least two of the typed words, and at least half of them; those with most words first. */
function partial(commands: readonly Command[], texts: readonly string[]): Command[] {
  const scored = commands.flatMap((command) => {
    const counts = texts.map((text) => {
      const words = wordsIn(text)
      const count = matchCount(`${command.title} ${command.words}`, words)
      return count >= minPartialWords && count * 2 >= words.length ? count : 0
    })
    const count = Math.max(...counts)
    return count === 0 ? [] : [{ command, count }]
  })
  return scored
    .sort((a, b) => b.count - a.count)
    .slice(0, maxPartial)
    .map(({ command }) => command)
}

/** The words of a question that no command contains: "average price of Apple" gives "apple", which may be an instrument. */
export function otherWords(commands: readonly Command[], text: string): string {
  const known = commands.map(({ title, words }) => `${title} ${words}`).join(' ')
  const other = wordsIn(folded(text.trim())).filter((word) => matchCount(known, [word]) === 0)
  return other.join(' ')
}

/** Whether a text asks something in words: "how far from a margin call". Instruments that resemble the whole text are coincidences. */
export function isQuestion(text: string): boolean {
  const fillers = wordsOf(m.search_filler_words())
  return wordsOf(text.replaceAll('?', '')).filter((word) => fillers.includes(word)).length >= minFillers
}

/** In lower case. In Russian, many users type е instead of ё; in English, a straight apostrophe. */
const folded = (text: string): string => text.toLowerCase().replaceAll('ё', 'е').replaceAll('’', "'")

const wordsOf = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean)

const matches = (known: string, typed: string): boolean => {
  const words = wordsIn(typed)
  return matchCount(known, words) === words.length
}

/** How many typed words are the beginning of a known word. */
function matchCount(known: string, typed: readonly string[]): number {
  const words = wordsOf(known)
  return typed.filter((each) => words.some((word) => word.startsWith(stemOf(each)))).length
}

/**
 * The stem of a Russian word, whose ending can change: «заявка» finds «Заявки»; and an English word without the s of a plural.
 * Short words, and words in other scripts, are unchanged.
 */
function stemOf(word: string): string {
  if (/^[a-z]{4,}[^su]s$/.test(word)) return word.slice(0, -1)
  if (word.length < 5 || !/^[\p{Script=Cyrillic}-]+$/u.test(word)) return word
  return word.slice(0, word.length > 5 ? -2 : -1)
}

/** The words of a question without the usual question words and the possessive ending: "what did I pay in commissions" gives "pay commissions". */
function wordsIn(typed: string): string[] {
  const words = wordsOf(typed.replaceAll('?', '').replace(/'s(?!\p{L})/gu, ''))
  const fillers = wordsOf(m.search_filler_words())
  const named = words.filter((word) => !fillers.includes(word))
  return named.length === 0 ? words : named
}

const isNamed = ({ title, words }: Command, typed: string): boolean =>
  (typed.length >= minNameLetters && wordsOf(words)[0] === typed) ||
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
