import { sign } from '../../../shared/decimal.ts'
import type { TransactionRow } from '../../../shared/model/transaction/activity.ts'
import type { Format } from '../../../shared/text/format.ts'
import { isQuotedInPercent } from '../../lib/words/price-unit.ts'
import { kindTitles } from '../../../shared/text/transaction-kinds.ts'

/** The texts of the cells of a row. Computed together, not in components: fast scrolling changes hundreds per frame. */
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

export function lineText(
  { accountId, transaction, instrumentName, instrumentType, kind }: TransactionRow,
  format: Format,
  isPrivate: boolean,
): LineText {
  const { change, changeQuantity, trade } = transaction
  const quantity = changeQuantity ?? trade?.size ?? null
  const isMoney = change !== null && change.currency !== ''
  return {
    time: format.dateTime(transaction.at),
    timeTitle: `${transaction.atText} (as sent, UTC)`,
    account: accountId,
    kind: kindTitles[kind],
    name: transaction.name || '—',
    instrument: instrumentName ?? '',
    symbol: transaction.symbol,
    quantity: quantity === null ? '' : isPrivate ? hidden : format.quantity(quantity),
    price:
      trade?.price == null ? '' : `${format.price(trade.price, null)}${isQuotedInPercent(instrumentType) ? '%' : ''}`,
    amount:
      change === null
        ? '—'
        : isPrivate
          ? hidden
          : format.amount(change.amount, { signed: true, places: placesOf(change.amount) }),
    currency: isMoney ? change.currency : '',
    isGain: change !== null && !isPrivate && sign(change.amount) > 0,
  }
}

/** At least two places, and never rounded: the row shows the exact amount. */
const placesOf = (amount: string): number => Math.max(2, amount.split('.')[1]?.length ?? 0)
