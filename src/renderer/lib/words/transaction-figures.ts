import { zero, type Decimal } from '#shared/decimal.ts'
import type { TransactionKind, TransactionRow, UnreadableField } from '#shared/model/transaction/transaction.ts'

const trades: readonly TransactionKind[] = ['buy', 'sell']
const movements: readonly TransactionKind[] = [
  ...trades,
  'redemption',
  'securities-transfer-in',
  'securities-transfer-out',
  'expiration',
  'split',
  'repo',
  'securities-loan',
]

const fieldsOfPieces: readonly UnreadableField[] = ['quantity', 'trade', 'size']

/**
 * A figure of a transaction: `null` is unknown ("—"), `undefined` does not apply (an empty cell). A dividend or tax has no
 * pieces and no price; a purchase has both, even if the service does not state them.
 */
export type Figure = Decimal | null | undefined

/**
 * The signed pieces of a transaction; unknown for a trade that does not state them. The service may state 0 pieces for a
 * transaction that has none, such as a dividend.
 */
export function piecesOf({ transaction: { changeQuantity, trade, unreadable }, kind }: TransactionRow): Figure {
  const isMovement = movements.includes(kind) || unreadable?.some((field) => fieldsOfPieces.includes(field)) === true
  if (changeQuantity === zero && !isMovement) return undefined
  return changeQuantity ?? trade?.size ?? (isMovement ? null : undefined)
}

/** The price of the trade. */
export const priceOf = ({ transaction: { trade }, kind }: TransactionRow): Figure =>
  trade?.price ?? (trades.includes(kind) ? null : undefined)

/** The money of a transaction. A transfer of pieces without a trade has none. */
export const moneyOf = ({ transaction: { change, changeQuantity }, kind }: TransactionRow): Figure =>
  change?.amount ?? ([null, zero].includes(changeQuantity) || trades.includes(kind) ? null : undefined)
