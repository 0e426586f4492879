import { withoutHidden } from '#shared/clean-text.ts'
import { dayMs } from '#shared/durations.ts'
import type { Cell, ColumnKind } from '../tables/table.ts'

/** The rows of a worksheet in SpreadsheetML (ECMA-376, part 1, 18.3). Text is inline, so it can never be a formula. */

/** The maximum number of rows of a worksheet, including its header. */
export const maxSheetRows = 1_048_576
/** The maximum length of text in a cell. */
const maxText = 32_767

export const sheetStart = (columnCount: number): string =>
  `${xmlHead}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columnCount}" width="16" customWidth="1"/></cols><sheetData>`
export const sheetEnd = '</sheetData></worksheet>'

export const headerRow = (names: readonly string[]): string =>
  rowXml(1, (at) => names.map((name, index) => textCell(at(index), name, 2)))

/** `number`: the number of the row on its sheet, starting with 2. */
export const sheetRow = (number: number, cells: readonly Cell[], kinds: readonly ColumnKind[]): string =>
  rowXml(number, (at) => cells.map((cell, index) => cellXml(at(index), cell, kinds[index] ?? 'text')))

const rowXml = (number: number, cells: (at: (column: number) => string) => readonly string[]): string =>
  `<row r="${number}">${cells((column) => `${columnLetters(column)}${number}`).join('')}</row>`

/** Column letters: A to Z, then AA and so on. */
const columnLetters = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnLetters(Math.floor(index / 26) - 1) + columnLetters(index % 26)

function cellXml(at: string, cell: Cell, kind: ColumnKind): string {
  if (cell === null) return ''
  if (kind === 'time' && typeof cell === 'number')
    return cell < firstSerialMs
      ? textCell(at, new Date(cell).toISOString())
      : `<c r="${at}" s="1"><v>${serialOf(cell)}</v></c>`
  const text = String(cell)
  return kind === 'number' && isExact(text) ? `<c r="${at}"><v>${text}</v></c>` : textCell(at, text)
}

/** Day 1 is 1900-01-01. The format has a 29 February 1900, which did not exist, so the result is correct from 1900-03-01. */
const zeroMs = Date.UTC(1899, 11, 30)
const firstSerialMs = Date.UTC(1900, 2, 1)
const serialOf = (at: number): string => String((at - zeroMs) / dayMs)

/** A spreadsheet keeps 15 digits of a number. A longer number is written as text with all its digits. */
const maxDigits = 15
const isExact = (text: string): boolean =>
  /^-?\d+(\.\d+)?$/.test(text) && text.replace(/^-?0*\.?0*/, '').replace('.', '').length <= maxDigits

const textCell = (at: string, text: string, style = 0): string =>
  `<c r="${at}"${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`

/**
 * Characters that XML 1.0 does not allow: control characters except tab and line breaks, lone surrogates, and two
 * noncharacters.
 */
const notXml = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu

/**
 * Removes characters that XML does not allow or that mislead. `_x0041_` would be read as an escaped character, so its first
 * character is escaped.
 */
const escapeText = (text: string): string =>
  withoutHidden(text)
    .slice(0, maxText)
    .replace(notXml, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
