import type { Cell } from './column.ts'

/** Control characters, and those that turn the direction of the text behind them. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** Text of the service as one line that a terminal only shows: whatever would command it is a space. */
export const plainText = (value: string): string => value.replace(unsafe, ' ').trim()

/** A value as text; `unknown` stands for `null`. */
export function cellText(cell: Cell, unknown: string): string {
  if (cell === null) return unknown
  if (typeof cell === 'string') return plainText(cell)
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (typeof cell === 'number') return String(cell)
  return cell.map(({ currency, amount }) => `${amount} ${plainText(currency)}`.trim()).join('; ')
}

/** JSON in which whatever would command a terminal is escaped: the value is the same. */
export const plainJson = (value: unknown): string =>
  JSON.stringify(value).replace(unsafe, (run) =>
    Array.from(run, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  )

/** Lines of a file for a terminal: they stay lines, and nothing in them commands it. */
export const plainLines = (text: string): string => text.replace(unsafe, (run) => run.replace(/[^\t\r\n]/g, ' '))
