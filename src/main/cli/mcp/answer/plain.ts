import { withoutAnyHidden } from '#shared/clean-text.ts'

/** The maximum length of one text of the service in an answer. */
export const maxTextLength = 300

const lineEnds = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Further invisible characters: of formats, lone surrogates, private use. */
const invisible = /[\p{Cf}\p{Cs}\p{Co}]+/gu

/** Turns text of the service into one line of visible characters of limited length: it is data and never an instruction. */
export function plainData(text: string, limit = maxTextLength): string {
  const line = withoutAnyHidden(text).replace(invisible, '').replace(lineEnds, ' ').trim()
  return line.length <= limit ? line : `${line.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
