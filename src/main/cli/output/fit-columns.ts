import { columnTitle } from './column-titles.ts'
import type { Column } from './column.ts'
import { gap, shownText } from './shown-cell.ts'
import { textWidth } from './terminal-text.ts'

const narrowest = 6

/** A column with its width in a table. */
export interface Placed<Row> {
  readonly column: Column<Row>
  /** In columns of the terminal. */
  readonly width: number
}

/** The width of a line, in columns of the terminal. */
export const totalOf = (placed: readonly { readonly width: number }[]): number =>
  placed.reduce((sum, { width }) => sum + width, gap.length * (placed.length - 1))

const isCuttable = <Row>({ column, width }: Placed<Row>): boolean =>
  column.isFigure !== true && column.isNeverCut !== true && width > narrowest

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
export function measure<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Placed<Row>[] {
  return columns.map((column) => {
    const widths = rows.map((row) => textWidth(shownText(column, row)))
    return { column, width: widths.reduce((most, width) => Math.max(most, width), textWidth(columnTitle(column.name))) }
  })
}
