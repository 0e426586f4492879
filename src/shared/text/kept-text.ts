import { inLanguage, languages, textLanguage } from '../language.ts'

/**
 * A text that is stored or sent to another thread: in each language, as JSON. For texts that are not one of a few codes, such
 * as the message of an error. `write` must be synchronous.
 */
export const keepText = (write: () => string): string =>
  JSON.stringify(Object.fromEntries(languages.map((language) => [language, inLanguage(language, write)])))

/** The text in the current language. A text that an older version stored is returned unchanged. */
export function keptText(kept: string): string {
  const texts = parse(kept)
  const text = texts?.[textLanguage()] ?? Object.values(texts ?? {})[0]
  return typeof text === 'string' ? text : kept
}

function parse(kept: string): Readonly<Record<string, unknown>> | null {
  if (!kept.startsWith('{')) return null
  try {
    return Object(JSON.parse(kept)) as Readonly<Record<string, unknown>>
  } catch {
    return null
  }
}
