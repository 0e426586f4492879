import { cleanText, withoutHidden } from '#shared/clean-text.ts'
import type { Cell } from './column.ts'

/** Control characters, and characters that nobody sees. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu

/** Text of the service as one line that cannot control a terminal. */
export const plainText = (value: string): string => cleanText(value).trim()

/** A value as text; `unknown` replaces `null`. */
export function cellText(cell: Cell, unknown: string): string {
  if (cell === null) return unknown
  if (typeof cell === 'string') return plainText(cell)
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (typeof cell === 'number') return String(cell)
  return cell.map(({ currency, amount }) => `${amount} ${plainText(currency)}`.trim()).join('; ')
}

/** JSON with escaped control characters and characters that nobody sees. The value is unchanged. */
export const plainJson = (value: unknown): string =>
  JSON.stringify(value).replace(unsafe, (char) =>
    Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )

const notPlain = /(?![\t\r\n])[\p{Cc}\p{Zl}\p{Zp}]/gu

/** Lines of a file for a terminal. Line breaks and the mark of the encoding are kept, other control characters become spaces. */
export const plainLines = (text: string): string =>
  text.startsWith(encodingMark) ? encodingMark + plainLines(text.slice(1)) : withoutHidden(text).replace(notPlain, ' ')
const encodingMark = '\uFEFF'

/** Characters that are two columns wide: East Asian scripts, full-width forms, pictures. */
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u
const noPlace = /[\p{M}\p{Cf}]/u

const widthOf = (char: string): number => (noPlace.test(char) ? 0 : wide.test(char) ? 2 : 1)

const isNarrow = (value: string): boolean => /^[\x20-\x7E]*$/.test(value)

/** The width of a text in a terminal, in columns. */
export const textWidth = (value: string): number =>
  isNarrow(value) ? value.length : Array.from(value, widthOf).reduce((sum, width) => sum + width, 0)

/** Cuts a text to this width. A cut text ends with an ellipsis. */
export function cutText(value: string, places: number): string {
  if (textWidth(value) <= places) return value
  let shown = ''
  let used = 0
  for (const char of value) {
    used += widthOf(char)
    if (used > places - 1) break
    shown += char
  }
  return `${shown}…`
}

/** Pads a text with spaces to this width. */
export function padText(value: string, places: number, isRight: boolean): string {
  const fill = ' '.repeat(Math.max(0, places - textWidth(value)))
  return isRight ? fill + value : value + fill
}
