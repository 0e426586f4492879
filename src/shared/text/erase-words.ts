import { languages } from '../language.ts'
import { m } from '../messages/messages.js'

/** What a person types to delete the data of all connections from the lock screen, which names none of them. */
export const eraseWords = (): string => m.lock_erase_words()

/** Whether a person typed it, in any of the languages: the window may be in another one than the main process. */
export const isEraseWords = (typed: string): boolean =>
  languages.some((locale) => folded(m.lock_erase_words({}, { locale })) === folded(typed))

/** In Russian, many type е for ё. */
const folded = (text: string): string => text.trim().toLowerCase().replaceAll('ё', 'е')
