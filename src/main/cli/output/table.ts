import { styleText } from 'node:util'
import { withheld, type Column } from './column.ts'
import { cellText } from './plain-text.ts'
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

const unknown = '—'
const hidden = '•••'
const gap = '  '
/** Column widths follow from so many rows: a long list is not kept in memory. */
const measuredRows = 200
const narrowest = 6

const titleOf = ({ name }: { readonly name: string }): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const painter =
  ({ hasColour }: TableStyle): Paint =>
  (format, value) =>
    hasColour ? styleText(format, value, { validateStream: false }) : value

function shownText<Row>(column: Column<Row>, row: Row): string {
  const shown = cellText(column.read(row), unknown)
  return column.isAmount === true && shown === withheld ? hidden : shown
}

/** The colour of a cell, by the text that is shown. */
function colourOf<Row>({ isProfit }: Column<Row>, shown: string, { palette }: TableStyle): Format | null {
  if (shown === unknown || shown === hidden) return 'dim'
  if (isProfit !== true || /^-?0*(\.0*)?( |$)/.test(shown)) return null
  const [gain, loss] = palette === 'green-red' ? (['green', 'red'] as const) : (['blue', 'yellow'] as const)
  return shown.startsWith('-') ? loss : gain
}

/** Text columns give way, the widest first; figures are never cut. */
function fitWidths<Row>(columns: readonly Column<Row>[], wanted: readonly number[], total: number | null): number[] {
  const widths = [...wanted]
  if (total === null) return widths
  const isCuttable = (index: number): boolean => columns[index]?.isFigure !== true && (widths[index] ?? 0) > narrowest
  for (;;) {
    const used = widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1))
    const widest = Math.max(0, ...widths.filter((_, index) => isCuttable(index)))
    const index = widths.findIndex((width, at) => width === widest && isCuttable(at))
    if (used <= total || index === -1) return widths
    widths[index] = widest - 1
  }
}

/** Rows as a table with a heading, in constant memory. Unknown values are "—". */
export async function* table<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  style: TableStyle,
): AsyncGenerator<string> {
  const paint = painter(style)
  let waiting: Row[] = []
  let widths: readonly number[] | null = null
  const isRight = columns.map(({ isFigure }) => isFigure === true)

  const line = (cells: readonly string[], at: readonly number[], formats: readonly (Format | null)[]): string =>
    cells
      .map((cell, index) => {
        const cut = style.width === null || isRight[index] === true ? cell : cutText(cell, at[index] ?? 0)
        const isLast = index === cells.length - 1
        const shown = isLast && isRight[index] !== true ? cut : padText(cut, at[index] ?? 0, isRight[index] ?? false)
        const format = formats[index] ?? null
        return format === null ? shown : paint(format, shown)
      })
      .join(gap) + '\n'

  function* flush(): Generator<string> {
    const shown = waiting.map((row) => columns.map((column) => shownText(column, row)))
    waiting = []
    if (widths === null) {
      const titles = columns.map(titleOf)
      const wanted = titles.map((title, index) =>
        Math.max(textWidth(title), ...shown.map((cells) => textWidth(cells[index] ?? ''))),
      )
      widths = fitWidths(columns, wanted, style.width)
      yield line(titles, widths, titles.map(() => 'bold'))
    }
    const places = widths
    if (shown.length > 0)
      yield shown
        .map((cells) => line(cells, places, columns.map((column, index) => colourOf(column, cells[index] ?? '', style))))
        .join('')
  }

  for await (const rows of batches) {
    waiting.push(...rows)
    if (widths !== null || waiting.length >= measuredRows) yield* flush()
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
