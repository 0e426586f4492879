import { unreadableCurrency } from '#shared/currency-code.ts'
import { zero } from '#shared/decimal.ts'
import type { Transaction, UnreadableField } from '#shared/model/transaction/transaction.ts'
import type { Path } from './parse-known.ts'

const fields: ReadonlyMap<PropertyKey | undefined, UnreadableField> = new Map([
  ['category', 'category'],
  ['transaction_category', 'category'],
  ['transaction_name', 'name'],
  ['symbol', 'symbol'],
  ['change_qty', 'quantity'],
])
const tradeFields: ReadonlyMap<PropertyKey | undefined, UnreadableField> = new Map([
  ['size', 'size'],
  ['price', 'price'],
  ['accrued_interest', 'accrued-interest'],
])

const isCurrency = ([field, part]: Path): boolean => field === 'change' && part === 'currency_code'

/**
 * Whether a transaction is kept without a value that cannot be read. Without its id it cannot be told from others, without
 * its time and its money it would be in the wrong figures or in none.
 */
export const mayLack = (path: Path): boolean => isCurrency(path) || path[0] === 'trade' || fields.has(path[0])

/** Names the values that a transaction is kept without. */
export function markUnreadable(row: Transaction, left: readonly Path[]): Transaction {
  const names = new Set(
    left.flatMap(([field, part]) =>
      field === 'trade' ? (tradeFields.get(part) ?? 'trade') : (fields.get(field) ?? []),
    ),
  )
  // The service sends the category twice.
  if (row.category !== '') names.delete('category')
  const { change, trade, changeQuantity } = row
  const lacksSize = names.has('size') || names.has('trade')
  return {
    ...row,
    change: change !== null && left.some(isCurrency) ? { ...change, currency: unreadableCurrency } : change,
    // The service sends 0 where the trade has the pieces.
    changeQuantity: lacksSize && changeQuantity === zero ? null : changeQuantity,
    // It sends trades of zeros where there is none. What cannot be read does not make them a trade.
    trade: trade === null || Object.values(trade).every((value) => value === null || value === zero) ? null : trade,
    ...(names.size > 0 && { unreadable: [...names] }),
  }
}
