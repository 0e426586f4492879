import { styleText } from 'node:util'
import type { Column } from './column.ts'
import { fit, gap, hidden, measure, shownText, titleOf, unknown, type Placed } from './table-layout.ts'
import { cutText, padText, textWidth } from './text-width.ts'

/** Where a table is shown. */
export interface TableStyle {
  readonly hasColour: boolean
  /** Of the terminal, in places; `null` where the table goes to a file or another program. */
  readonly width: number | null
  /** The colours of gain and loss. */
  readonly palette: 'green-red' | 'blue-orange'
}

type Format = Parameters<typeof styleText>[0]
type Paint = (format: Format, value: string) => string

/** Column widths follow from so many rows: a long list is not kept in memory. */
const measuredRows = 200

const painter =
  ({ hasColour }: TableStyle): Paint =>
  (format, value) =>
    hasColour ? styleText(format, value, { validateStream: false }) : value

/** The colour of a cell, by the text that is shown. */
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
      yield lineOf(layout.placed, (column) => [titleOf(column), 'bold'])
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

/** Few rows of many figures, turned: a line for each column, and each row beside the one before. */
export async function* turnedTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  style: TableStyle,
): AsyncGenerator<string> {
  const paint = painter(style)
  const titleWidth = Math.max(0, ...columns.map((column) => textWidth(titleOf(column))))
  const widths = rows.map((row) => Math.max(...columns.map((column) => textWidth(shownText(column, row)))))
  for (const column of columns) {
    const cells = rows.map((row, index) => {
      const shown = shownText(column, row)
      const format = colourOf(column, shown, style)
      const padded = padText(shown, widths[index] ?? 0, true)
      return format === null ? padded : paint(format, padded)
    })
    yield `${[paint('bold', padText(titleOf(column), titleWidth, false)), ...cells].join(gap)}\n`
  }
}
