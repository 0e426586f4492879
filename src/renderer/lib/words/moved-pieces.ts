import type { Decimal } from '../../../shared/decimal.ts'
import type { TransactionKind, TransactionRow } from '../../../shared/model/transaction/transaction.ts'

const trades: readonly TransactionKind[] = ['buy', 'sell']
const movements: readonly TransactionKind[] = [
  ...trades,
  ...(['redemption', 'securities-transfer-in', 'securities-transfer-out', 'expiration', 'split'] as const),
]

/**
 * A figure of a transaction: `null` is not known ("—"), `undefined` does not apply (an empty cell). A dividend or a tax has no
 * pieces and no price, but a purchase has, even where the service does not state them.
 */
export type Figure = Decimal | null | undefined

/** The pieces that were moved, signed; those of a trade without its change are not. */
export const piecesOf = ({ transaction: { changeQuantity, trade }, kind }: TransactionRow): Figure =>
  changeQuantity ?? trade?.size ?? (movements.includes(kind) ? null : undefined)

/** The price of the trade. */
export const priceOf = ({ transaction: { trade }, kind }: TransactionRow): Figure =>
  trade?.price ?? (trades.includes(kind) ? null : undefined)

/** The money that was moved. Pieces that come or go without a trade move none. */
export const moneyOf = ({ transaction: { change, changeQuantity }, kind }: TransactionRow): Figure =>
  change?.amount ?? (changeQuantity === null || trades.includes(kind) ? null : undefined)
