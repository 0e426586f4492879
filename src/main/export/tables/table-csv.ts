import { formatCell, formatNumber, type CsvStyle } from '../csv.ts'
import type { Cell, Column, ColumnKind, ExportTable } from './table.ts'

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

function cellText(cell: Cell, kind: ColumnKind, style: CsvStyle): string {
  if (cell === null) return ''
  if (kind === 'time' && typeof cell === 'number') return new Date(cell).toISOString()
  return kind === 'number' ? formatNumber(String(cell), style) : formatCell(String(cell), style.separator)
}
