/** The maximum length of one text of the service in an answer. */
export const maxTextLength = 300

const lineEnds = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Invisible characters: direction marks, zero-width and tag characters, lone surrogates, private use, variation selectors. */
const invisible = /[\p{Cf}\p{Cs}\p{Co}\uFE00-\uFE0F\u{E0100}-\u{E01EF}]+/gu

/** Turns text of the service into one line of visible characters of limited length: it is data and never an instruction. */
export function plainData(text: string, limit = maxTextLength): string {
  const line = text.replace(invisible, '').replace(lineEnds, ' ').trim()
  return line.length <= limit ? line : `${line.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
