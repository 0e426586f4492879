import type { IncomeRow } from '../../shared/model/ledger/income.ts'
import { byteOrderMark, formatCell, type Separator } from './csv.ts'

/** Rows by date, oldest first. */
export type IncomeBatches = AsyncIterable<readonly IncomeRow[]> | Iterable<readonly IncomeRow[]>

const columns: readonly (readonly [string, (row: IncomeRow) => string | number | null | undefined])[] = [
  ['account', (row) => row.accountId],
  ['date', (row) => row.date],
  ['symbol', (row) => row.symbol],
  ['instrument', (row) => row.name],
  ['kind', (row) => row.kind],
  ['state', (row) => row.state],
  ['late_days', (row) => row.lateDays],
  ['currency', (row) => row.currency],
  ['per_piece', (row) => row.each],
  ['pieces_low', (row) => row.pieces?.low],
  ['pieces_high', (row) => row.pieces?.high],
  ['expected_low', (row) => row.expected?.low],
  ['expected_high', (row) => row.expected?.high],
  ['gross', (row) => row.gross],
  ['tax', (row) => row.tax],
  ['net', (row) => row.net],
  ['transactions', (row) => row.transactionIds.join(' ')],
  ['rule', (row) => row.rule],
]

/** A header, and a line for each row, in parts as the rows come; unknown values are empty cells. */
export async function* formatIncomeCsv(batches: IncomeBatches, separator: Separator): AsyncGenerator<string> {
  const line = (cells: readonly string[]): string =>
    `${cells.map((cell) => formatCell(cell, separator)).join(separator)}\r\n`
  yield byteOrderMark + line(columns.map(([name]) => name))
  for await (const rows of batches)
    yield rows.map((row) => line(columns.map(([, read]) => String(read(row) ?? '')))).join('')
}
