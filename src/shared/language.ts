import { baseLocale, getLocale, locales, overwriteGetLocale } from './messages/runtime.js'

/** The languages of the texts. Formats of numbers and dates are a setting of their own. */
export const languages = locales
export type Language = (typeof languages)[number]

/** The language of the setting, or the first one of the system in which there are texts. `tags` are BCP 47. */
export function languageOf(chosen: Language | null, tags: readonly string[]): Language {
  if (chosen !== null) return chosen
  const wanted = tags.map((tag) => tag.split('-')[0]?.toLowerCase())
  return wanted.flatMap((name) => languages.filter((language) => language === name))[0] ?? baseLocale
}

/** The language in which texts are written now. */
export const textLanguage = (): Language => getLocale()

/** From now on all texts of this process, or of this window, are in the language that `read` returns. */
export function writeTextsIn(read: () => Language): void {
  overwriteGetLocale(read)
}

/** What `read` returns at once, with its texts in English: a program reads them, whatever the person reads. */
export function inEnglish<T>(read: () => T): T {
  const before = getLocale
  overwriteGetLocale(() => baseLocale)
  try {
    return read()
  } finally {
    overwriteGetLocale(before)
  }
}
