import { inLanguage, languages, textLanguage, type Language } from '../language.ts'

/** A text in each language. */
export type EachLanguage = Readonly<Partial<Record<string, string>>>

/**
 * The text in each language, to keep a text that is not one of a few, such as the message of an error. `write` must be
 * synchronous.
 */
export const inEachLanguage = (write: () => string): Record<Language, string> =>
  Object.fromEntries(languages.map((language) => [language, inLanguage(language, write)])) as Record<Language, string>

/** The text in the current language; in any other if this version of the app has added the language. */
export const inTextLanguage = (texts: EachLanguage): string =>
  texts[textLanguage()] ?? Object.values(texts).find((text) => text !== undefined) ?? ''
