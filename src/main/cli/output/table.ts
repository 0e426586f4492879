import { styleText } from 'node:util'
import { m } from '#shared/messages/messages.js'
import { columnTitle } from './column-titles.ts'
import { type Column, withheld, type Cell } from './column.ts'
import { cutText, padText, textWidth, cellText } from './terminal-text.ts'

type Format = Parameters<typeof styleText>[0]
/** The colours of gains and losses. */
type Palette = 'green-red' | 'blue-orange'

/** The text for an unknown value. */
const unknown = '—'
/** The text for an amount in privacy mode. */
const hidden = '•••'
/** The space between two columns. */
const gap = '  '

/** The text of a cell in a table. */
function shownText<Row>(column: Column<Row>, row: Row): string {
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
function colourOf<Row>({ isProfit }: Column<Row>, shown: string, palette: Palette): Format | null {
  if (shown === unknown || shown === hidden) return 'dim'
  if (isProfit !== true || /^-?0*(\.0*)?( |$)/.test(shown)) return null
  const [gain, loss] = palette === 'green-red' ? (['green', 'red'] as const) : (['blue', 'yellow'] as const)
  return shown.startsWith('-') ? loss : gain
}

const narrowest = 6

/** A column with its width in a table. */
interface Placed<Row> {
  readonly column: Column<Row>
  /** In columns of the terminal. */
  readonly width: number
}

/** The width of a line, in columns of the terminal. */
const totalOf = (placed: readonly { readonly width: number }[]): number =>
  placed.reduce((sum, { width }) => sum + width, gap.length * (placed.length - 1))

const isCuttable = <Row>({ column, width }: Placed<Row>): boolean =>
  column.isFigure !== true && column.isNeverCut !== true && width > narrowest

/** Fits a table into a narrow terminal: drops details, the last one first, then cuts the widest text. Figures are never cut. */
function fit<Row>(wanted: readonly Placed<Row>[], total: number | null): readonly Placed<Row>[] {
  if (total === null || totalOf(wanted) <= total) return wanted
  const placed = [...wanted]
  const narrowed = (): Placed<Row>[] =>
    placed.map((each) => (isCuttable(each) ? { ...each, width: narrowest * 2 } : each))
  while (totalOf(narrowed()) > total) {
    const last = placed.findLastIndex(({ column }) => column.isDetail === true)
    if (last === -1) break
    placed.splice(last, 1)
  }
  while (totalOf(placed) > total) {
    const widest = Math.max(0, ...placed.filter(isCuttable).map(({ width }) => width))
    const index = placed.findIndex((each) => isCuttable(each) && each.width === widest)
    const found = placed[index]
    if (found === undefined) break
    placed[index] = { ...found, width: widest - 1 }
  }
  return placed
}

/** The widths of the columns for these rows. */
function measure<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Placed<Row>[] {
  return columns.map((column) => {
    const widths = rows.map((row) => textWidth(shownText(column, row)))
    return { column, width: widths.reduce((most, width) => Math.max(most, width), textWidth(columnTitle(column.name))) }
  })
}

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
