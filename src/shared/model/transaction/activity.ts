import { z } from 'zod'
import { KindRule, TransactionKind } from './kind.ts'
import { Transaction } from './transaction.ts'
import { AccountId, CalendarDate, Decimal, InstrumentSymbol } from '../values.ts'

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
