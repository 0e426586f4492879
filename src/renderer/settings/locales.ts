import { textLanguage, type Language } from '#shared/language.ts'

/** The locales that can be chosen. */
const offered = [
  'en-US',
  'en-GB',
  'en-IN',
  'de-DE',
  'de-CH',
  'fr-FR',
  'es-ES',
  'it-IT',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'ru-RU',
  'sv-SE',
  'tr-TR',
  'uk-UA',
  'ja-JP',
  'zh-CN',
]

/** The options of the formats list: the offered locales, and the current one if it is not among them. */
export function localeChoices(current: string | null): readonly { readonly value: string; readonly label: string }[] {
  const tags = current === null || offered.includes(current) ? offered : [current, ...offered]
  const language = textLanguage()
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return tags.map((value) => ({ value, label: nameOf(value, names, language) }))
}

/** Some languages write the names of languages in lower case; an entry of a list starts with a capital letter. */
function nameOf(tag: string, names: Intl.DisplayNames, language: Language): string {
  try {
    const name = names.of(tag) ?? tag
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
  } catch {
    return tag // A malformed tag is shown unchanged, so that the user can see and replace it.
  }
}
