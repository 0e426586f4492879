import { columnTitle } from './column-titles.ts'
import type { Column } from './column.ts'
import { gap, shownText } from './shown-cell.ts'
import { textWidth } from './terminal-text.ts'

const narrowest = 6

/** A column with its place in a table. */
export interface Placed<Row> {
  readonly column: Column<Row>
  /** In places. */
  readonly width: number
}

/** The places of a line. */
export const totalOf = (placed: readonly { readonly width: number }[]): number =>
  placed.reduce((sum, { width }) => sum + width, gap.length * (placed.length - 1))

const isCuttable = <Row>({ column, width }: Placed<Row>): boolean =>
  column.isFigure !== true && column.isWhole !== true && width > narrowest

/** For a narrow terminal, details are dropped, the last one first; then the widest text is cut. Figures are never cut. */
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
    return { column, width: widths.reduce((most, width) => Math.max(most, width), textWidth(columnTitle(column.name))) }
  })
}
