import { sign, type Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import type { Format } from '#shared/text/format.ts'
import { kindTitles } from '#shared/text/transaction-kinds.ts'
import { texts } from '#shared/texts.ts'
import { isQuotedInPercent } from '../../lib/words/price-unit.ts'
import { titleOf } from '../../lib/words/service-names.ts'
import { moneyOf, piecesOf, priceOf, type Figure } from '../../lib/words/transaction-figures.ts'
import { datesOfPeriod } from '../filter/condition-words.ts'

/** The columns of the list. */
export type ColumnKey = 'time' | 'account' | 'kind' | 'name' | 'instrument' | 'quantity' | 'price' | 'amount'

interface ColumnPlan {
  readonly key: ColumnKey & keyof LineText
  readonly title: string
  readonly isNumber?: true
  /** Hidden while the list is narrower than this, in px. Less important columns are hidden first. */
  readonly hideBelow: number
}

export const columnPlans: readonly ColumnPlan[] = texts([
  { key: 'time', title: m.transactions_time, hideBelow: 0 },
  { key: 'account', title: m.common_account, hideBelow: 1080 },
  { key: 'kind', title: m.transactions_kind, hideBelow: 0 },
  { key: 'name', title: m.transactions_name, hideBelow: 740 },
  { key: 'instrument', title: m.common_instrument, hideBelow: 540 },
  { key: 'quantity', title: m.transactions_quantity, isNumber: true, hideBelow: 860 },
  { key: 'price', title: m.transactions_price, isNumber: true, hideBelow: 960 },
  { key: 'amount', title: m.transactions_amount, isNumber: true, hideBelow: 0 },
])

/**
 * The texts of the cells of a row. Computed together, not in components, because fast scrolling changes hundreds per frame.
 */
export interface LineText {
  readonly time: string
  readonly timeTitle: string
  readonly account: string
  readonly kind: string
  readonly name: string
  readonly instrument: string
  readonly symbol: string
  readonly quantity: string
  readonly price: string
  readonly amount: string
  readonly currency: string
  readonly isGain: boolean
}

const hidden = '•••'

/** A narrow list shows the date only; the tooltip contains the time of day. */
export const timeText = (at: number, format: Format, isNarrow: boolean): string =>
  isNarrow ? format.shortDate(datesOfPeriod({ from: at, to: null }).first) : format.dateTime(at)

export function lineText(row: TransactionRow, format: Format, isPrivate: boolean, isNarrow = false): LineText {
  const { accountId, transaction, instrumentName, instrumentType, kind } = row
  const { change } = transaction
  /** Empty if it does not apply, "—" if it is unknown. */
  const figure = (value: Figure, isHidden: boolean, textOf: (known: Decimal) => string): string =>
    value === undefined ? '' : value === null ? '—' : isHidden ? hidden : textOf(value)
  const isMoney = change !== null && change.currency !== ''
  return {
    time: timeText(transaction.at, format, isNarrow),
    timeTitle: m.transactions_time_as_sent_in_utc({ time: transaction.atText }),
    account: accountId,
    kind: kindTitles[kind],
    name: transaction.name,
    instrument: instrumentName ?? '',
    symbol: transaction.symbol,
    quantity: figure(piecesOf(row), isPrivate, format.quantity),
    price: figure(
      priceOf(row),
      false,
      (price) => `${format.price(price, null)}${isQuotedInPercent(instrumentType) ? '%' : ''}`,
    ),
    amount: figure(moneyOf(row), isPrivate, (amount) =>
      format.amount(amount, { signed: true, places: placesOf(amount) }),
    ),
    currency: isMoney ? change.currency : '',
    isGain: change !== null && !isPrivate && sign(change.amount) > 0,
  }
}

/** At least two places, and never rounded, because the row shows the exact amount. */
const placesOf = (amount: string): number => Math.max(2, amount.split('.')[1]?.length ?? 0)

const columns: readonly {
  readonly title: () => string
  readonly isAmount?: true
  readonly pick: (row: TransactionRow) => string | null | undefined
}[] = [
  { title: m.transactions_time_utc, pick: ({ transaction }) => transaction.atText },
  { title: m.common_account, pick: ({ accountId }) => accountId },
  { title: m.transactions_kind, pick: ({ kind }) => kindTitles[kind] },
  { title: m.transactions_category, pick: ({ transaction }) => titleOf(transaction.category, '') },
  { title: m.transactions_name, pick: ({ transaction }) => transaction.name },
  { title: m.common_instrument, pick: ({ instrumentName }) => instrumentName },
  { title: m.transactions_symbol, pick: ({ transaction }) => transaction.symbol },
  {
    title: m.transactions_quantity,
    isAmount: true,
    pick: ({ transaction }) => transaction.changeQuantity ?? transaction.trade?.size,
  },
  { title: m.transactions_price, pick: ({ transaction }) => transaction.trade?.price },
  { title: m.transactions_amount, isAmount: true, pick: ({ transaction }) => transaction.change?.amount },
  { title: m.common_currency, pick: ({ transaction }) => transaction.change?.currency },
  { title: m.transactions_id, pick: ({ transaction }) => transaction.id },
]

/**
 * Rows as tab-separated text with a header line and exact amounts, which privacy mode hides. A text that a spreadsheet
 * would read as a formula is prefixed with an apostrophe; numbers stay numbers.
 */
export function copyText(rows: readonly TransactionRow[], isPrivate: boolean): string {
  const line = (row: TransactionRow): string =>
    columns
      .map(({ pick, isAmount }) => {
        const text = pick(row) ?? ''
        if (isAmount) return isPrivate && text !== '' ? m.transactions_hidden() : text
        return protect(text.replace(/[\t\r\n]+/g, ' '))
      })
      .join('\t')
  return [columns.map(({ title }) => title()).join('\t'), ...rows.map(line)].join('\n')
}

const protect = (text: string): string => (/^[=+\-@]/.test(text) ? `'${text}` : text)
