import { withheld, type Column } from './column.ts'
import { cellText } from './terminal-text.ts'
import { textWidth } from './text-width.ts'

/** What stands for an unknown value. */
export const unknown = '—'
/** What stands for an amount in privacy mode. */
export const hidden = '•••'
/** Between two columns. */
export const gap = '  '
const narrowest = 6

/** The heading of a column. */
export const titleOf = ({ name }: { readonly name: string }): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A cell as a table shows it. */
export function shownText<Row>(column: Column<Row>, row: Row): string {
  const shown = cellText(column.read(row), unknown)
  if (column.isTime === true) return shown.replace(/\.\d+Z$/, 'Z')
  return column.isAmount === true && shown === withheld ? hidden : shown
}

/** A column with its place in a table. */
export interface Placed<Row> {
  readonly column: Column<Row>
  /** In places. */
  readonly width: number
}

const totalOf = (placed: readonly { readonly width: number }[]): number =>
  placed.reduce((sum, { width }) => sum + width, gap.length * (placed.length - 1))

const isCuttable = <Row>({ column, width }: Placed<Row>): boolean =>
  column.isFigure !== true && column.isWhole !== true && width > narrowest

/** Details give way to a narrow terminal, the last one first, then the widest text; figures are never cut. */
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

/** The places that columns take for these rows. */
export function measure<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Placed<Row>[] {
  return columns.map((column) => {
    const widths = rows.map((row) => textWidth(shownText(column, row)))
    return { column, width: widths.reduce((most, width) => Math.max(most, width), textWidth(titleOf(column))) }
  })
}
