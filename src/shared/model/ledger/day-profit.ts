import { z } from 'zod'
import { NotConverted, Rate } from '../currency.ts'
import { AccountId, CalendarDate, Decimal, Instant, InstrumentSymbol, Money } from '../values.ts'

/** Why a part of a day's profit is unknown, or a special case that applies to it. */
export const DayNote = z.enum([
  /** The service states no day's profit for this position. */
  'not-stated',
  /** The previous close or the current price is unknown. */
  'no-close',
  'no-price',
  /** The reference data needed to compute a value from a price is unknown. */
  'no-formula',
  /** The transactions of the day are not loaded, or are older than the stated figures. */
  'not-loaded',
  /** A transaction of the day has an unknown number of pieces, or an amount that is unknown or in another currency. */
  'unknown-trade',
  'split',
  /** The last price is from an earlier day, so the stated figure is of that session. */
  'other-session',
  /** The prices are delayed. */
  'delayed',
  /** The service computes all current pieces from the previous close, including those bought today. */
  'all-from-close',
  /** The position was sold completely today, so the service no longer states a day's profit for it. */
  'sold',
  /** The stated figure does not include the income and charges of the day. */
  'cash-apart',
])
export type DayNote = z.infer<typeof DayNote>

/** The parts of a stated profit: exactly `stated = price + trading + income + fees + taxes + remainder`. */
const dayParts = {
  stated: Decimal,
  /** Pieces held at the previous close × the change of the price. */
  price: Decimal,
  /** Trades of the day: their current value less their cost. */
  trading: Decimal,
  /** Dividends, coupons, interest. Accrued interest that was paid is negative. */
  income: Decimal,
  /** Commission and taxes, negative. */
  fees: Decimal,
  taxes: Decimal,
  /** The part of `stated` that the other parts do not explain. */
  remainder: Decimal,
}

/** The stated day's profit in one currency and its parts. An unknown part is included in the remainder. */
export const DayTotal = z.object({ currency: z.string(), ...dayParts })
export type DayTotal = z.infer<typeof DayTotal>

/** Money of the day that is not part of the figure of any position. */
export const DayCash = Money.extend({
  kind: z.enum(['income', 'fees', 'taxes']),
  transactionIds: z.array(z.string()),
})
export type DayCash = z.infer<typeof DayCash>

/** The day's profit of one position. */
export const DayPosition = z.object({
  accountId: AccountId,
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  priceDecimals: z.int().nullable(),
  isPercentOfFace: z.boolean(),
  currency: z.string().nullable(),
  /** Signed pieces now, and before the transactions of the day; `null` if unknown. */
  quantity: Decimal.nullable(),
  heldBefore: Decimal.nullable(),
  close: Decimal.nullable(),
  last: Decimal.nullable(),
  lastAt: Instant.nullable(),
  /** The day whose transactions are counted, in the time of the market, and the start of that day. */
  day: CalendarDate,
  from: Instant,
  /** Whether the totals include the stated figure: it is known, has a currency, and the position is held. */
  isCounted: z.boolean(),
  ...dayParts,
  stated: Decimal.nullable(),
  price: Decimal.nullable(),
  trading: Decimal.nullable(),
  /** `null` if nothing is stated. */
  remainder: Decimal.nullable(),
  /** The stated profit in the base currency; `null` if it is unknown or has no rate. */
  inBase: Decimal.nullable(),
  /** Income and charges of the day that the stated figure does not include. */
  apart: z.array(DayCash),
  notes: z.array(DayNote),
  transactionIds: z.array(z.string()),
})
export type DayPosition = z.infer<typeof DayPosition>

/** The day's profit of the accounts as the service states it, and its parts. */
export const DayExplanation = z.object({
  /** When the account with the oldest figures was read; `null` if there are no accounts. */
  asOf: Instant.nullable(),
  totals: z.array(DayTotal),
  /** The same in the base currency; `null` if none is chosen, or if nothing could be converted. */
  base: z.object({ ...DayTotal.shape, rates: z.array(Rate), notConverted: z.array(NotConverted) }).nullable(),
  accounts: z.array(
    z.object({
      accountId: AccountId,
      totals: z.array(DayTotal),
      /** Income and charges of the day without an instrument. No stated profit includes them. */
      cash: z.array(DayCash),
      /** Whether the transactions of the day are loaded and newer than the stated figures. */
      isLoaded: z.boolean(),
    }),
  ),
  /** The largest contribution first. */
  positions: z.array(DayPosition),
  /** The names of held instruments whose day's profit is unknown. */
  missing: z.array(z.string()),
})
export type DayExplanation = z.infer<typeof DayExplanation>
