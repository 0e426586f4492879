import type { IncomeRow } from '../../../shared/model/ledger/income.ts'
import { byteOrderMark, formatCell, type Separator } from '../csv.ts'

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

/** A header, and a line for each row; unknown values are empty cells. */
export function formatIncomeCsv(rows: readonly IncomeRow[], separator: Separator): string {
  const line = (cells: readonly string[]): string =>
    `${cells.map((cell) => formatCell(cell, separator)).join(separator)}\r\n`
  const head = line(columns.map(([name]) => name))
  return byteOrderMark + head + rows.map((row) => line(columns.map(([, read]) => String(read(row) ?? '')))).join('')
}
