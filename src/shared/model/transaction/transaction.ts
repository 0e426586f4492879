import { z } from 'zod'
import { Decimal, Instant, Money } from '../values.ts'

/** What a transaction traded. */
export const TransactionTrade = z.object({
  size: Decimal.nullable(),
  price: Decimal.nullable(),
  accruedInterest: Decimal.nullable(),
})
export type TransactionTrade = z.infer<typeof TransactionTrade>

/** One movement of money or pieces in an account. Unique by (account, id) only: twins with equal content are real. */
export const Transaction = z.object({
  id: z.string(),
  at: Instant,
  atText: z.string(),
  /** The newer `transaction_category`, or its older twin `category` where only that is sent. */
  category: z.string(),
  name: z.string(),
  /** Empty for movements of money alone. */
  symbol: z.string(),
  change: Money.nullable(),
  changeQuantity: Decimal.nullable(),
  trade: TransactionTrade.nullable(),
})
export type Transaction = z.infer<typeof Transaction>
