import { baseLocale, getLocale, locales, overwriteGetLocale } from './messages/runtime.js'

/** The languages of the texts. The formats of numbers and dates are a separate setting. */
export const languages = locales
export type Language = (typeof languages)[number]

/** Each language is named in itself, so that a user who cannot read the current one finds it. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', ru: 'Русский' }

/** The language of the setting, or the first language of the system that has texts. `tags` are BCP 47. */
export function languageOf(chosen: Language | null, tags: readonly string[]): Language {
  if (chosen !== null) return chosen
  const wanted = tags.map((tag) => tag.split('-')[0]?.toLowerCase())
  return wanted.flatMap((name) => languages.filter((language) => language === name))[0] ?? baseLocale
}

/** The current language of the texts. */
export const textLanguage = (): Language => getLocale()

/** Sets the language of all texts of this process or window: from now on it is what `read` returns. */
export function writeTextsIn(read: () => Language): void {
  overwriteGetLocale(read)
}

/** Calls `read` with English as the language of texts, for output that programs read. `read` must be synchronous. */
export const inEnglish = <T>(read: () => T): T => inLanguage(baseLocale, read)

/** Calls `read` with this language of texts. `read` must be synchronous. */
export function inLanguage<T>(language: Language, read: () => T): T {
  const before = getLocale
  overwriteGetLocale(() => language)
  try {
    return read()
  } finally {
    overwriteGetLocale(before)
  }
}
