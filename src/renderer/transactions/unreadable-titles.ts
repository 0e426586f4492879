import { m } from '#shared/messages/messages.js'
import type { UnreadableField } from '#shared/model/transaction/transaction.ts'
import { texts } from '#shared/texts.ts'

/** The fields of a transaction that may be unreadable, as the details name them. */
export const unreadableTitles: Readonly<Record<UnreadableField, string>> = texts({
  category: m.transactions_category,
  name: m.transactions_name,
  symbol: m.transactions_symbol,
  quantity: m.transactions_quantity,
  trade: m.transactions_trade,
  size: m.transactions_trade_size,
  price: m.transactions_trade_price,
  'accrued-interest': m.transactions_accrued_interest,
})
