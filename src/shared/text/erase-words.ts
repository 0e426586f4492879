import { languages } from '../language.ts'
import { m } from '../messages/messages.js'

/**
 * The phrase that the user types on the lock screen to delete the data of all connections. The lock screen shows no
 * connection names.
 */
export const eraseWords = (): string => m.lock_erase_words()

/** Whether the typed text is the phrase. All languages are accepted: window and main process may use different ones. */
export const isEraseWords = (typed: string): boolean =>
  languages.some((locale) => folded(m.lock_erase_words({}, { locale })) === folded(typed))

/** In Russian, many type е for ё. */
const folded = (text: string): string => text.trim().toLowerCase().replaceAll('ё', 'е')
