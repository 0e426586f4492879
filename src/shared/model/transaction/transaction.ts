import { z } from 'zod'
import { Decimal, Instant, Money, AccountId, CalendarDate, InstrumentSymbol } from '../values.ts'

/** What a transaction is. The order is that of lists on screen. */
export const TransactionKind = z.enum([
  'buy',
  'sell',
  'dividend',
  'coupon',
  'amortization',
  'redemption',
  'other-income',
  'interest',
  'commission',
  'tax',
  'fine',
  'variation-margin',
  'deposit',
  'withdrawal',
  'cash-transfer-in',
  'cash-transfer-out',
  'securities-transfer-in',
  'securities-transfer-out',
  'expiration',
  'split',
  'inheritance',
  'loan',
  'contract-termination',
  'unknown',
])
export type TransactionKind = z.infer<typeof TransactionKind>

/** Which rule found a kind, in the order in which they are tried; `none` found nothing. */
export const KindRule = z.enum(['person', 'trade', 'category', 'type', 'event', 'words', 'none'])
export type KindRule = z.infer<typeof KindRule>

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

export const TransactionRow = z.object({
  accountId: AccountId,
  transaction: Transaction,
  /** The instrument's name. */
  instrumentName: z.string().nullable(),
  /** The instrument's type, as the service names it. */
  instrumentType: z.string().nullable(),
  kind: TransactionKind,
  /** How the kind was found. */
  kindRule: KindRule,
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
