import { styleText } from 'node:util'
import { columnTitle } from './column-titles.ts'
import type { Column } from './column.ts'
import { fit, measure, totalOf, type Placed } from './fit-columns.ts'
import { colourOf, gap, shownText, type Format, type Palette } from './shown-cell.ts'
import { cutText, padText, textWidth } from './terminal-text.ts'

/** The properties of the terminal or file in which a table is shown. */
export interface TableStyle {
  readonly hasColour: boolean
  /** The width of the terminal in columns; `null` if the table is written to a file or another program. */
  readonly width: number | null
  readonly palette: Palette
}

type Paint = (format: Format | null, value: string) => string

/** Column widths are measured on this many rows, because a long list is not kept in memory. */
const measuredRows = 200

const painter =
  ({ hasColour }: TableStyle): Paint =>
  (format, value) =>
    hasColour && format !== null ? styleText(format, value, { validateStream: false }) : value

/**
 * Rows as a table with a heading, in constant memory; no text without rows. Unknown values are "—". Where the terminal is too narrow for the figures, each
 * row is a block of lines.
 */
export async function* table<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  style: TableStyle,
): AsyncGenerator<string> {
  let waiting: Row[] = []
  const drawn: { row: ((row: Row) => string) | null } = { row: null }

  function* flush(): Generator<string> {
    const rows = waiting
    waiting = []
    if (rows.length === 0) return
    if (drawn.row === null) {
      const placed = fit(measure(columns, rows), style.width)
      const isTooNarrow = style.width !== null && totalOf(placed) > style.width
      drawn.row = isTooNarrow ? blockOf(columns, style) : lineOf(placed, style)
      if (!isTooNarrow) yield headingOf(placed, style)
    }
    yield rows.map(drawn.row).join('')
  }

  for await (const rows of batches) {
    waiting = waiting.length === 0 ? [...rows] : [...waiting, ...rows]
    if (drawn.row !== null || waiting.length >= measuredRows) yield* flush()
  }
  yield* flush()
}

function headingOf<Row>(placed: readonly Placed<Row>[], style: TableStyle): string {
  const paint = painter(style)
  const cells = placed.map((place, index) =>
    paint('bold', cellOf(place, columnTitle(place.column.name), index === placed.length - 1, style)),
  )
  return `${cells.join(gap)}\n`
}

function lineOf<Row>(placed: readonly Placed<Row>[], style: TableStyle): (row: Row) => string {
  const paint = painter(style)
  return (row) => {
    const cells = placed.map((place, index) => {
      const shown = shownText(place.column, row)
      return paint(
        colourOf(place.column, shown, style.palette),
        cellOf(place, shown, index === placed.length - 1, style),
      )
    })
    return `${cells.join(gap)}\n`
  }
}

function cellOf<Row>({ column, width }: Placed<Row>, shown: string, isLast: boolean, style: TableStyle): string {
  const isRight = column.isFigure === true
  const cut = style.width === null || isRight ? shown : cutText(shown, width)
  return isLast && !isRight ? cut : padText(cut, width, isRight)
}

/** A row as lines of a title and a value, with an empty line at the end; without details. */
function blockOf<Row>(columns: readonly Column<Row>[], style: TableStyle): (row: Row) => string {
  const paint = painter(style)
  const shown = columns.filter(({ isDetail }) => isDetail !== true)
  const titleWidth = Math.max(0, ...shown.map(({ name }) => textWidth(columnTitle(name))))
  const titles = shown.map(({ name }) => paint('bold', padText(columnTitle(name), titleWidth, false)))
  return (row) => {
    const lines = shown.map((column, index) => {
      const shown = shownText(column, row)
      return `${titles[index] ?? ''}${gap}${paint(colourOf(column, shown, style.palette), shown)}`.trimEnd()
    })
    return `${lines.join('\n')}\n\n`
  }
}

/** A table for a few rows with many figures: each column is a line, and the rows are side by side. */
export async function* turnedTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  style: TableStyle,
): AsyncGenerator<string> {
  if (rows.length === 0) return
  const paint = painter(style)
  const titleWidth = Math.max(0, ...columns.map((column) => textWidth(columnTitle(column.name))))
  const widths = rows.map((row) => Math.max(...columns.map((column) => textWidth(shownText(column, row)))))
  for (const column of columns) {
    const cells = rows.map((row, index) => {
      const shown = shownText(column, row)
      return paint(colourOf(column, shown, style.palette), padText(shown, widths[index] ?? 0, true))
    })
    yield `${[paint('bold', padText(columnTitle(column.name), titleWidth, false)), ...cells].join(gap)}\n`
  }
}
