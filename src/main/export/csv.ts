import type { TransactionRow } from '../../shared/model/transaction/activity.ts'

export type Separator = ',' | ';' | '\t'

/** Without it spreadsheets read UTF-8 as a legacy code page. */
export const byteOrderMark = '\uFEFF'

const columns: readonly (readonly [string, (row: TransactionRow) => string | null | undefined])[] = [
  ['account', (row) => row.accountId],
  ['time', ({ transaction }) => new Date(transaction.at).toISOString()],
  ['id', ({ transaction }) => transaction.id],
  ['kind', (row) => row.kind],
  ['category', ({ transaction }) => transaction.category],
  ['name', ({ transaction }) => transaction.name],
  ['symbol', ({ transaction }) => transaction.symbol],
  ['instrument', (row) => row.instrumentName],
  ['currency', ({ transaction }) => transaction.change?.currency],
  ['amount', ({ transaction }) => transaction.change?.amount],
  ['quantity', ({ transaction }) => transaction.changeQuantity],
  ['trade_size', ({ transaction }) => transaction.trade?.size],
  ['trade_price', ({ transaction }) => transaction.trade?.price],
  ['accrued_interest', ({ transaction }) => transaction.trade?.accruedInterest],
]

const plainNumber = /^-?\d+(\.\d+)?$/

/** Formats a cell by RFC 4180. Text that a spreadsheet would run as a formula is prefixed with an apostrophe; numbers are not. */
export function formatCell(value: string, separator: Separator): string {
  const text = /^[=+\-@\t\r]/.test(value) && !plainNumber.test(value) ? `'${value}` : value
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const line = (cells: readonly string[], separator: Separator): string =>
  `${cells.map((cell) => formatCell(cell, separator)).join(separator)}\r\n`

/** The header line. */
export const formatHeader = (separator: Separator): string =>
  line(
    columns.map(([name]) => name),
    separator,
  )

/** One transaction as a line; unknown values are empty cells. */
export const formatRow = (row: TransactionRow, separator: Separator): string =>
  line(
    columns.map(([, read]) => read(row) ?? ''),
    separator,
  )
