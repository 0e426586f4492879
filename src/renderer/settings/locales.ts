/** Formats to choose from, by how they write; any other that is set stays. */
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

/** What a select of formats lists: the offered ones and, if it is another, the one that is set. */
export function localeChoices(current: string | null): readonly { readonly value: string; readonly label: string }[] {
  const tags = current === null || offered.includes(current) ? offered : [current, ...offered]
  return tags.map((value) => ({ value, label: nameOf(value) }))
}

function nameOf(tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch {
    return tag // Malformed: it is shown as it is, so that it can be seen and changed.
  }
}
