import type { TransactionRow } from '../../../shared/model/transaction/activity.ts'
import { kindTitles } from '../../../shared/text/transaction-kinds.ts'

const columns: readonly {
  readonly title: string
  readonly isAmount?: true
  readonly pick: (row: TransactionRow) => string | null | undefined
}[] = [
  { title: 'Time (UTC)', pick: ({ transaction }) => transaction.atText },
  { title: 'Account', pick: ({ accountId }) => accountId },
  { title: 'Kind', pick: ({ kind }) => kindTitles[kind] },
  { title: 'Category', pick: ({ transaction }) => transaction.category },
  { title: 'Name', pick: ({ transaction }) => transaction.name },
  { title: 'Instrument', pick: ({ instrumentName }) => instrumentName },
  { title: 'Symbol', pick: ({ transaction }) => transaction.symbol },
  {
    title: 'Quantity',
    isAmount: true,
    pick: ({ transaction }) => transaction.changeQuantity ?? transaction.trade?.size,
  },
  { title: 'Price', pick: ({ transaction }) => transaction.trade?.price },
  { title: 'Amount', isAmount: true, pick: ({ transaction }) => transaction.change?.amount },
  { title: 'Currency', pick: ({ transaction }) => transaction.change?.currency },
  { title: 'Id', pick: ({ transaction }) => transaction.id },
]

/** Replaces amounts in privacy mode. */
const withheld = 'hidden'

/**
 * Rows as tab-separated text with a heading and exact amounts, which privacy mode hides. A text that a spreadsheet would read
 * as a formula is prefixed with an apostrophe; numbers stay numbers.
 */
export function copyText(rows: readonly TransactionRow[], isPrivate: boolean): string {
  const line = (row: TransactionRow): string =>
    columns
      .map(({ pick, isAmount }) => {
        const text = pick(row) ?? ''
        if (isAmount) return isPrivate && text !== '' ? withheld : text
        return protect(text.replace(/[\t\r\n]+/g, ' '))
      })
      .join('\t')
  return [columns.map(({ title }) => title).join('\t'), ...rows.map(line)].join('\n')
}

const protect = (text: string): string => (/^[=+\-@]/.test(text) ? `'${text}` : text)
