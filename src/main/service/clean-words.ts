const maxLength = 200

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * The service's own words without what identifies the user: the texts of the request, symbols, numbers of accounts and orders,
 * and amounts.
 */
export function cleanWords(words: string, input: Readonly<Record<string, unknown>>): string {
  const sent = Object.values(input).flatMap((value) =>
    typeof value === 'string' ? [value, value.split('@')[0] ?? ''] : [],
  )
  const own = [...new Set(sent)].filter((text) => text !== '').map(escape)
  const withoutOwn =
    own.length === 0
      ? words
      : words.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${own.join('|')})(?![\\p{L}\\p{N}])`, 'giu'), '…')
  return withoutOwn
    .replace(/[^\s"'“«(]+@[^\s"'”»),]+/g, '…')
    .replace(/[\p{L}\p{N}_]*\d{3,}[\p{L}\p{N}_]*|\d+[.,]\d+/gu, '…')
    .replace(/…[\d.,:\s]*…/g, '…')
    .slice(0, maxLength)
}
