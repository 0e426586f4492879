import type { styleText } from 'node:util'
import { m } from '#shared/messages/messages.js'
import { withheld, type Cell, type Column } from './column.ts'
import { cellText } from './terminal-text.ts'

export type Format = Parameters<typeof styleText>[0]
/** The colours of gains and losses. */
export type Palette = 'green-red' | 'blue-orange'

/** The text for an unknown value. */
const unknown = '—'
/** The text for an amount in privacy mode. */
const hidden = '•••'
/** The space between two columns. */
export const gap = '  '

/** The text of a cell in a table. */
export function shownText<Row>(column: Column<Row>, row: Row): string {
  const shown = `${cellText(inWords(column, column.read(row)), unknown)}${column.markOf?.(row) ?? ''}`
  if (column.isTime === true) return shown.replace(/\.\d+Z$/, 'Z')
  return column.isAmount === true && shown === withheld ? hidden : shown
}

/** Codes and switches are words in a table. Empty text is no code. */
function inWords<Row>({ wordsOf }: Column<Row>, cell: Cell): Cell {
  if (typeof cell === 'boolean') return cell ? m.cli_yes() : m.cli_no()
  return typeof cell === 'string' && cell !== '' && wordsOf !== undefined ? wordsOf(cell) : cell
}

/** The colour of a cell, by its text. */
export function colourOf<Row>({ isProfit }: Column<Row>, shown: string, palette: Palette): Format | null {
  if (shown === unknown || shown === hidden) return 'dim'
  if (isProfit !== true || /^-?0*(\.0*)?( |$)/.test(shown)) return null
  const [gain, loss] = palette === 'green-red' ? (['green', 'red'] as const) : (['blue', 'yellow'] as const)
  return shown.startsWith('-') ? loss : gain
}
