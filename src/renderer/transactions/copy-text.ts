import type { TransactionRow } from '../../shared/model/activity.ts'

const columns: readonly {
  readonly title: string
  readonly isAmount?: true
  readonly of: (row: TransactionRow) => string | null | undefined
}[] = [
  { title: 'Time (UTC)', of: ({ transaction }) => transaction.atText },
  { title: 'Account', of: ({ accountId }) => accountId },
  { title: 'Category', of: ({ transaction }) => transaction.category },
  { title: 'Name', of: ({ transaction }) => transaction.name },
  { title: 'Instrument', of: ({ instrumentName }) => instrumentName },
  { title: 'Symbol', of: ({ transaction }) => transaction.symbol },
  { title: 'Quantity', isAmount: true, of: ({ transaction }) => transaction.changeQuantity ?? transaction.trade?.size },
  { title: 'Price', of: ({ transaction }) => transaction.trade?.price },
  { title: 'Amount', isAmount: true, of: ({ transaction }) => transaction.change?.amount },
  { title: 'Currency', of: ({ transaction }) => transaction.change?.currency },
  { title: 'Id', of: ({ transaction }) => transaction.id },
]

/** What stands in the place of an amount that must not be seen. */
const withheld = 'hidden'

/**
 * Rows as tab-separated text with a heading, amounts to their last digit. In privacy mode amounts are withheld. A text
 * that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay numbers.
 */
export function copyText(rows: readonly TransactionRow[], isPrivate: boolean): string {
  const line = (row: TransactionRow): string =>
    columns
      .map(({ of, isAmount }) => {
        const text = of(row) ?? ''
        if (isAmount) return isPrivate && text !== '' ? withheld : text
        return protect(text.replace(/[\t\r\n]+/g, ' '))
      })
      .join('\t')
  return [columns.map(({ title }) => title).join('\t'), ...rows.map(line)].join('\n')
}

const protect = (text: string): string => (/^[=+\-@]/.test(text) ? `'${text}` : text)
