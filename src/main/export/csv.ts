import { withoutHidden } from '#shared/clean-text.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { currencySourceOf } from '../cache/transactions/rows/row.ts'

export type Separator = ',' | ';' | '\t'

/** The form of numbers and columns. Spreadsheets of different countries read different forms. */
export interface CsvStyle {
  readonly separator: Separator
  readonly decimalMark: '.' | ','
}

/** Without a byte order mark, spreadsheets read UTF-8 as a legacy code page. */
export const byteOrderMark = '\uFEFF'

/** Whether the service states the currency of an amount; empty without an amount. */
export const currencySource = ({ transaction: { change }, isCurrencyAssumed }: TransactionRow): string | null =>
  change === null ? null : currencySourceOf(change.currency, isCurrencyAssumed === true)

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
  ['currency_source', currencySource],
]

/** The columns with decimal text. */
const numbers: ReadonlySet<string> = new Set(['amount', 'quantity', 'trade_size', 'trade_price', 'accrued_interest'])

const plainNumber = /^-?\d+(\.\d+)?$/

/** Characters that control a terminal, or end the file for some readers (NUL). */
const commanding = /[^\P{Cc}\t\r\n]/gu

/** Text that a spreadsheet of some country runs as a formula, even after invisible characters. */
const formula = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/**
 * Formats a cell by RFC 4180. Text that a spreadsheet would run as a formula gets an apostrophe as a prefix; numbers do not.
 * Control characters become spaces, and characters that nobody sees are removed.
 */
export function formatCell(value: string, separator: Separator): string {
  const plain = withoutHidden(value).replace(commanding, ' ')
  const text = formula.test(plain) && !plainNumber.test(plain) ? `'${plain}` : plain
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A number in the form that the spreadsheets of a country read. */
export function formatNumber(value: string, { separator, decimalMark }: CsvStyle): string {
  if (!plainNumber.test(value)) return formatCell(value, separator)
  const text = value.replace('.', decimalMark)
  return text.includes(separator) ? `"${text}"` : text
}

/** The header line. */
export const formatHeader = ({ separator }: CsvStyle): string =>
  `${columns.map(([name]) => formatCell(name, separator)).join(separator)}\r\n`

/** One transaction as a line; unknown values are empty cells. */
export function formatRow(row: TransactionRow, style: CsvStyle): string {
  const cells = columns.map(([name, read]) => {
    const value = read(row) ?? ''
    return numbers.has(name) ? formatNumber(value, style) : formatCell(value, style.separator)
  })
  return `${cells.join(style.separator)}\r\n`
}
