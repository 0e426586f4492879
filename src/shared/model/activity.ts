import { z } from 'zod'
import { Order } from './order.ts'
import { Transaction } from './transaction.ts'
import { AccountId, CalendarDate, Decimal, Instant, InstrumentSymbol } from './values.ts'

/** What an order's status means for a person; see the buckets of the service's field notes. */
export const OrderBucket = z.enum(['working', 'filled', 'ended', 'refused', 'needs-look'])
export type OrderBucket = z.infer<typeof OrderBucket>

export const OrderRow = z.object({
  order: Order,
  bucket: OrderBucket,
  name: z.string().nullable(),
  /** Decimals of its prices. */
  priceDecimals: z.int().nullable(),
  fetchedAt: Instant,
})
export type OrderRow = z.infer<typeof OrderRow>

export const TransactionRow = z.object({
  accountId: AccountId,
  transaction: Transaction,
  /** The instrument's name. */
  instrumentName: z.string().nullable(),
})
export type TransactionRow = z.infer<typeof TransactionRow>

/** A corporate event of something held. */
export const EventRow = z.object({
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  /** dividend, split, or a bond event's type in lower case. */
  kind: z.string(),
  date: CalendarDate,
  amount: Decimal.nullable(),
  currency: z.string(),
  /** What else is to be said: a ratio, an offer's price. */
  note: z.string(),
  isAhead: z.boolean(),
})
export type EventRow = z.infer<typeof EventRow>
