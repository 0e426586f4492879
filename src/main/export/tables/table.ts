import { formatCell, formatNumber, type CsvStyle } from '../csv.ts'

/** The content of a column: text, decimal text, or a time in UTC ms. */
export type ColumnKind = 'text' | 'number' | 'time'

export interface Column {
  readonly name: string
  readonly kind: ColumnKind
  /** A description in plain words, for the reader of the file. */
  readonly about: string
}

/** A value of the kind of its column. `null` is unknown and gives an empty cell. */
export type Cell = string | number | null

/** A table of an export. Rows come in chunks, so that their number is not limited by memory. */
export interface ExportTable {
  /** In lower case. It is also the name of a file. */
  readonly name: string
  readonly about: string
  readonly columns: readonly Column[]
  readonly chunks: () => AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>
}

/** A column: its name, what it contains, its description, and how it is read. */
export type ColumnOf<Row> = readonly [
  name: string,
  kind: ColumnKind,
  about: string,
  read: (row: Row) => Cell | undefined,
]

/** A table with a cell for each column of a row. */
export function tableOf<Row>(
  { name, about }: Pick<ExportTable, 'name' | 'about'>,
  columns: readonly ColumnOf<Row>[],
  chunks: () => AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): ExportTable {
  return {
    name,
    about,
    columns: columns.map(([column, kind, words]) => ({ name: column, kind, about: words })),
    async *chunks() {
      for await (const rows of chunks()) yield rows.map((row) => columns.map(([, , , read]) => read(row) ?? null))
    },
  }
}

/** The header line. */
export const csvHeader = ({ columns }: Pick<ExportTable, 'columns'>, style: CsvStyle): string =>
  line(
    columns.map(({ name }) => formatCell(name, style.separator)),
    style,
  )

/** Rows as CSV (RFC 4180): numbers with all digits, times in ISO 8601, unknown values empty, formulas as plain text. */
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
