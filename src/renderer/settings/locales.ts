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

const names = new Intl.DisplayNames('en', { type: 'language' })

/** The options of the formats list: the offered locales, and the current one if it is a different one. */
export function localeChoices(current: string | null): readonly { readonly value: string; readonly label: string }[] {
  const tags = current === null || offered.includes(current) ? offered : [current, ...offered]
  return tags.map((value) => ({ value, label: nameOf(value) }))
}

function nameOf(tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch {
    return tag // A malformed tag is shown unchanged, so that the person can see and replace it.
  }
}
