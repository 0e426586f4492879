import { z } from 'zod'
import { Decimal, Instant, Money, AccountId, CalendarDate, InstrumentSymbol } from '../values.ts'

/** The kind of a transaction, in the order of lists on screen. */
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
  'currency-exchange',
  'repo',
  'securities-loan',
  'reversal',
  'blocked-money',
  'inheritance',
  'loan',
  'contract-termination',
  'unknown',
])
export type TransactionKind = z.infer<typeof TransactionKind>

/**
 * The rule that determined the kind, in the order of their use; `none`: no rule matched. `person` is the user's choice: the
 * code is stored and exported, so it stays.
 */
export const KindRule = z.enum(['person', 'neighbours', 'trade', 'category', 'type', 'event', 'words', 'none'])
export type KindRule = z.infer<typeof KindRule>

/** The pieces and price of a trade. */
export const TransactionTrade = z.object({
  size: Decimal.nullable(),
  price: Decimal.nullable(),
  accruedInterest: Decimal.nullable(),
})
export type TransactionTrade = z.infer<typeof TransactionTrade>

/** The fields that a transaction may lack because the service sends them unreadable. */
export const UnreadableField = z.enum([
  'category',
  'name',
  'symbol',
  'quantity',
  'trade',
  'size',
  'price',
  'accrued-interest',
])
export type UnreadableField = z.infer<typeof UnreadableField>

/** A transaction that is not kept, because its id, time (UTC ms) or money cannot be read. `null` is what cannot be read. */
export interface LostRow {
  readonly id: string | null
  readonly at: Instant | null
}

/**
 * One movement of money or pieces in an account. Only (account, id) is unique: different transactions can have equal
 * content.
 */
export const Transaction = z.object({
  id: z.string(),
  at: Instant,
  atText: z.string(),
  /** The field `transaction_category`, or the older field `category` if only that is sent. */
  category: z.string(),
  name: z.string(),
  /** Empty for transactions without an instrument. */
  symbol: z.string(),
  change: Money.nullable(),
  changeQuantity: Decimal.nullable(),
  trade: TransactionTrade.nullable(),
  /** The fields that are sent and cannot be read: they are empty or `null` here. Absent if all can be read. */
  unreadable: z.array(UnreadableField).optional(),
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
  /** The rule that determined the kind. */
  kindRule: KindRule,
  /**
   * Set if the service states no currency of the money and it is assumed to be in the only one of the account. Without a
   * currency to assume, that of `change` is empty.
   */
  isCurrencyAssumed: z.literal(true).optional(),
})
export type TransactionRow = z.infer<typeof TransactionRow>

/** A corporate event of a held instrument. */
export const EventRow = z.object({
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  /** `dividend`, `split`, or the type of a bond event in lower case. */
  kind: z.string(),
  date: CalendarDate,
  amount: Decimal.nullable(),
  currency: z.string(),
  /** The pieces before and after a split; `null` for other events, or if one is not known. */
  ratio: z.object({ old: Decimal, new: Decimal }).nullable(),
  /** The service's name of an offer, and its price in percent of the face value; `null` for other events. */
  offer: z.object({ type: z.string(), price: Decimal.nullable() }).nullable(),
  isAhead: z.boolean(),
})
export type EventRow = z.infer<typeof EventRow>
