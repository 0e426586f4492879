import { z } from 'zod'
import { NotConverted, Rate } from '../currency.ts'
import { AccountId, CalendarDate, Decimal, Instant, InstrumentSymbol, Money } from '../values.ts'

/** Why a part of a day's profit is unknown, or what is special about it. */
export const DayNote = z.enum([
  /** The service states no profit of the day for this position. */
  'not-stated',
  /** The previous close, or the price now, is not known. */
  'no-close',
  'no-price',
  /** The reference data that gives a price its value is not known. */
  'no-formula',
  /** The transactions of the day are not loaded, or older than the stated figures. */
  'not-loaded',
  /** A transaction of the day moves pieces of an unknown number, or for money that is not known or in another currency. */
  'unknown-trade',
  'split',
  /** The last price is of an earlier day: the stated figure is of that session. */
  'other-session',
  /** The prices are delayed. */
  'delayed',
  /** The service counts all pieces of now from the previous close, those bought today too. */
  'all-from-close',
  /** Sold completely today: the service’s profit of the day has no such position any more. */
  'sold',
  /** Income and charges of the day are not in the stated figure. */
  'cash-apart',
])
export type DayNote = z.infer<typeof DayNote>

/** The parts of a stated profit: exactly `stated = price + trading + income + fees + taxes + remainder`. */
const dayParts = {
  stated: Decimal,
  /** What was held at the previous close × the change of its price. */
  price: Decimal,
  /** What was traded today: its value now less what it cost. */
  trading: Decimal,
  /** Dividends, coupons, interest; accrued interest bought is negative. */
  income: Decimal,
  /** Commission and taxes, negative. */
  fees: Decimal,
  taxes: Decimal,
  /** What the parts do not explain. */
  remainder: Decimal,
}

/** The stated profit of the day in one currency and its parts. A part that is not known is in the remainder. */
export const DayTotal = z.object({ currency: z.string(), ...dayParts })
export type DayTotal = z.infer<typeof DayTotal>

/** Money of the day that belongs to no figure of a position. */
export const DayCash = Money.extend({
  kind: z.enum(['income', 'fees', 'taxes']),
  transactionIds: z.array(z.string()),
})
export type DayCash = z.infer<typeof DayCash>

/** One position's profit of the day. */
export const DayPosition = z.object({
  accountId: AccountId,
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  priceDecimals: z.int().nullable(),
  isPercentOfFace: z.boolean(),
  currency: z.string().nullable(),
  /** Signed pieces now, and before the transactions of the day; `null` where they are not known. */
  quantity: Decimal.nullable(),
  heldBefore: Decimal.nullable(),
  close: Decimal.nullable(),
  last: Decimal.nullable(),
  lastAt: Instant.nullable(),
  /** The UTC day whose transactions are counted. */
  day: CalendarDate,
  /** Whether the stated figure is in the totals: known, with a currency, of a position that is held. */
  isCounted: z.boolean(),
  ...dayParts,
  stated: Decimal.nullable(),
  price: Decimal.nullable(),
  trading: Decimal.nullable(),
  /** `null` where nothing is stated. */
  remainder: Decimal.nullable(),
  /** The stated profit in the base currency; `null` without one or without a rate. */
  inBase: Decimal.nullable(),
  /** Income and charges of the day that the stated figure does not include. */
  apart: z.array(DayCash),
  notes: z.array(DayNote),
  transactionIds: z.array(z.string()),
})
export type DayPosition = z.infer<typeof DayPosition>

/** Why the accounts made or lost money today: the profit of the day that the service states, taken apart. */
export const DayExplanation = z.object({
  /** When the account with the oldest figures was read; `null` without accounts. */
  asOf: Instant.nullable(),
  totals: z.array(DayTotal),
  /** The same in the base currency; `null` without one, or where nothing could be converted. */
  base: z.object({ ...DayTotal.shape, rates: z.array(Rate), notConverted: z.array(NotConverted) }).nullable(),
  accounts: z.array(
    z.object({
      accountId: AccountId,
      totals: z.array(DayTotal),
      /** Income and charges of the day without an instrument; no stated profit has them. */
      cash: z.array(DayCash),
      /** The transactions of the day are loaded, and newer than the stated figures. */
      isLoaded: z.boolean(),
    }),
  ),
  /** The largest contribution first. */
  positions: z.array(DayPosition),
  /** The names of held instruments whose profit of the day is not known. */
  missing: z.array(z.string()),
})
export type DayExplanation = z.infer<typeof DayExplanation>
