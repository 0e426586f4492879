import { styleText } from 'node:util'
import { columnTitle } from './column-titles.ts'
import { withheld, type Column } from './column.ts'
import { cellText, cutText, padText, textWidth } from './terminal-text.ts'

/** The properties of the terminal or file in which a table is shown. */
export interface TableStyle {
  readonly hasColour: boolean
  /** The width of the terminal in columns; `null` if the table is written to a file or another program. */
  readonly width: number | null
  /** The colours of gains and losses. */
  readonly palette: 'green-red' | 'blue-orange'
}

type Format = Parameters<typeof styleText>[0]
type Paint = (format: Format, value: string) => string

/** Column widths are measured on this many rows, because a long list is not kept in memory. */
const measuredRows = 200

const painter =
  ({ hasColour }: TableStyle): Paint =>
  (format, value) =>
    hasColour ? styleText(format, value, { validateStream: false }) : value

/** The colour of a cell, by its text. */
function colourOf<Row>({ isProfit }: Column<Row>, shown: string, { palette }: TableStyle): Format | null {
  if (shown === unknown || shown === hidden) return 'dim'
  if (isProfit !== true || /^-?0*(\.0*)?( |$)/.test(shown)) return null
  const [gain, loss] = palette === 'green-red' ? (['green', 'red'] as const) : (['blue', 'yellow'] as const)
  return shown.startsWith('-') ? loss : gain
}

/** Rows as a table with a heading, in constant memory. Unknown values are "—". */
export async function* table<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  style: TableStyle,
): AsyncGenerator<string> {
  const paint = painter(style)
  let waiting: Row[] = []
  const layout: { placed: readonly Placed<Row>[] | null } = { placed: null }

  const cellOf = ({ column, width }: Placed<Row>, shown: string, format: Format | null, isLast: boolean): string => {
    const isRight = column.isFigure === true
    const cut = style.width === null || isRight ? shown : cutText(shown, width)
    const padded = isLast && !isRight ? cut : padText(cut, width, isRight)
    return format === null ? padded : paint(format, padded)
  }
  const lineOf = (
    places: readonly Placed<Row>[],
    read: (column: Column<Row>) => readonly [shown: string, format: Format | null],
  ): string =>
    `${places.map((place, index) => cellOf(place, ...read(place.column), index === places.length - 1)).join(gap)}\n`

  function* flush(): Generator<string> {
    const rows = waiting
    waiting = []
    if (layout.placed === null) {
      layout.placed = fit(measure(columns, rows), style.width)
      yield lineOf(layout.placed, (column) => [columnTitle(column.name), 'bold'])
    }
    const places = layout.placed
    yield rows
      .map((row) =>
        lineOf(places, (column) => {
          const shown = shownText(column, row)
          return [shown, colourOf(column, shown, style)]
        }),
      )
      .join('')
  }

  for await (const rows of batches) {
    waiting = waiting.length === 0 ? [...rows] : [...waiting, ...rows]
    if (layout.placed !== null || waiting.length >= measuredRows) yield* flush()
  }
  yield* flush()
}

/** A table for a few rows with many figures: each column is a line, and the rows are side by side. */
export async function* turnedTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  style: TableStyle,
): AsyncGenerator<string> {
  const paint = painter(style)
  const titleWidth = Math.max(0, ...columns.map((column) => textWidth(columnTitle(column.name))))
  const widths = rows.map((row) => Math.max(...columns.map((column) => textWidth(shownText(column, row)))))
  for (const column of columns) {
    const cells = rows.map((row, index) => {
      const shown = shownText(column, row)
      const format = colourOf(column, shown, style)
      const padded = padText(shown, widths[index] ?? 0, true)
      return format === null ? padded : paint(format, padded)
    })
    yield `${[paint('bold', padText(columnTitle(column.name), titleWidth, false)), ...cells].join(gap)}\n`
  }
}

/** The text for an unknown value. */
export const unknown = '—'
/** The text for an amount in privacy mode. */
export const hidden = '•••'
/** The space between two columns. */
const gap = '  '
const narrowest = 6

/** The text of a cell in a table. */
function shownText<Row>(column: Column<Row>, row: Row): string {
  const shown = cellText(column.read(row), unknown)
  if (column.isTime === true) return shown.replace(/\.\d+Z$/, 'Z')
  return column.isAmount === true && shown === withheld ? hidden : shown
}

/** A column with its width in a table. */
interface Placed<Row> {
  readonly column: Column<Row>
  /** In columns of the terminal. */
  readonly width: number
}

const totalOf = (placed: readonly { readonly width: number }[]): number =>
  placed.reduce((sum, { width }) => sum + width, gap.length * (placed.length - 1))

const isCuttable = <Row>({ column, width }: Placed<Row>): boolean =>
  column.isFigure !== true && column.isWhole !== true && width > narrowest

/** Fits a table into a narrow terminal: drops details, the last one first, then cuts the widest text. Figures are never cut. */
export function fit<Row>(wanted: readonly Placed<Row>[], total: number | null): readonly Placed<Row>[] {
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
