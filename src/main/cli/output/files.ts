import { formatCell, type Separator } from '../../export/csv.ts'
import type { Cell, Column } from './column.ts'
import { cellText, plainJson } from './terminal-text.ts'

type Batches<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>

/** Lines of CSV or TSV with a header: unknown values are empty, and no cell is a formula. */
export async function* separated<Row>(
  columns: readonly Column<Row>[],
  batches: Batches<Row>,
  separator: Separator,
): AsyncGenerator<string> {
  const line = (cells: readonly string[]): string =>
    `${cells.map((cell) => formatCell(cell, separator)).join(separator)}\r\n`
  yield line(columns.map(({ name }) => name))
  for await (const rows of batches)
    yield rows.map((row) => line(columns.map(({ read }) => cellText(read(row), '')))).join('')
}

const objectOf = <Row>(columns: readonly Column<Row>[], row: Row): Record<string, Cell> =>
  Object.fromEntries(columns.map(({ name, read }) => [name, read(row)]))

/** An object a line. */
export async function* jsonLines<Row>(columns: readonly Column<Row>[], batches: Batches<Row>): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map((row) => `${plainJson(objectOf(columns, row))}\n`).join('')
}

/** One array of objects. */
export async function* jsonArray<Row>(columns: readonly Column<Row>[], batches: Batches<Row>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const rows of batches) {
    if (rows.length === 0) continue
    yield `${before}${rows.map((row) => `  ${plainJson(objectOf(columns, row))}`).join(',\n')}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
