import { formatCell, type Separator } from '../csv.ts'
import type { Cell, Column, ColumnKind, ExportTable } from './table.ts'

/** How numbers and columns are written: spreadsheets read them by the country of their user. */
export interface CsvStyle {
  readonly separator: Separator
  readonly decimalMark: '.' | ','
}

/** The header. */
export const csvHeader = ({ columns }: Pick<ExportTable, 'columns'>, style: CsvStyle): string =>
  line(
    columns.map(({ name }) => formatCell(name, style.separator)),
    style,
  )

/** Rows as CSV (RFC 4180): numbers with all digits, times in ISO 8601, unknown values empty, formulas as text. */
export const csvRows = (columns: readonly Column[], rows: readonly (readonly Cell[])[], style: CsvStyle): string =>
  rows
    .map((cells) =>
      line(
        cells.map((cell, index) => cellText(cell, columns[index]?.kind ?? 'text', style)),
        style,
      ),
    )
    .join('')

const line = (cells: readonly string[], { separator }: CsvStyle): string => `${cells.join(separator)}\r\n`

function cellText(cell: Cell, kind: ColumnKind, { separator, decimalMark }: CsvStyle): string {
  if (cell === null) return ''
  if (kind === 'time') return typeof cell === 'number' ? new Date(cell).toISOString() : formatCell(cell, separator)
  const text = String(cell)
  if (kind === 'text' || !/^-?\d+(\.\d+)?$/.test(text)) return formatCell(text, separator)
  const number = text.replace('.', decimalMark)
  return number.includes(separator) ? `"${number}"` : number
}
