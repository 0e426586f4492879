import { z } from 'zod'
import { AccountId, CalendarDate, Decimal, Instant, InstrumentSymbol, Money } from './values.ts'

/** A line of the instrument lists. */
export const Instrument = z.object({
  symbol: InstrumentSymbol,
  id: z.string(),
  ticker: z.string(),
  mic: z.string(),
  isin: z.string(),
  /** EQUITIES, BONDS, FUTURES … as sent; unknown ones stay as they are. */
  type: z.string(),
  name: z.string(),
  isArchived: z.boolean(),
})
export type Instrument = z.infer<typeof Instrument>

/** An instrument that a search found, and why it may come first or last. */
export const InstrumentFound = Instrument.extend({
  isHeld: z.boolean(),
  isWatched: z.boolean(),
  /** The service lists it no longer. */
  isGone: z.boolean(),
})
export type InstrumentFound = z.infer<typeof InstrumentFound>

/** What is known of the list of all instruments. */
export const InstrumentListState = z.object({
  /** Instruments that are here, archived and gone ones too. */
  known: z.int().min(0),
  /** When the list was last read to its end; `null` when it never was. */
  wholeAt: Instant.nullable(),
  /** Rows met by the reading under way; `null` while there is none. */
  received: z.int().min(0).nullable(),
})
export type InstrumentListState = z.infer<typeof InstrumentListState>

/** The full reference data of one instrument. `null` is "not stated". */
export const InstrumentDetails = Instrument.omit({ isArchived: true }).extend({
  board: z.string(),
  decimals: z.int().nullable(),
  /** In units of the last decimal: the price step is `minStep / 10^decimals`. */
  minStep: Decimal.nullable(),
  lotSize: Decimal.nullable(),
  expirationDate: CalendarDate.nullable(),
  quoteCurrency: z.string().nullable(),
  contractSize: Decimal.nullable(),
  strike: Decimal.nullable(),
  faceValue: Decimal.nullable(),
  faceCurrency: z.string().nullable(),
})
export type InstrumentDetails = z.infer<typeof InstrumentDetails>

const Availability = z.object({ value: z.string(), haltedDays: z.int() })

/** What one account may do with one instrument, and what it costs in margin. */
export const TradingParams = z.object({
  symbol: InstrumentSymbol,
  accountId: AccountId,
  isTradable: z.boolean().nullable(),
  longable: Availability.nullable(),
  shortable: Availability.nullable(),
  longRiskRate: Decimal.nullable(),
  shortRiskRate: Decimal.nullable(),
  longCollateral: Money.nullable(),
  shortCollateral: Money.nullable(),
  longInitialMargin: Money.nullable(),
  shortInitialMargin: Money.nullable(),
  priceType: z.string().nullable(),
})
export type TradingParams = z.infer<typeof TradingParams>

/** One stretch of a trading schedule: from `startAt` (inclusive) to `endAt` (exclusive). */
export const TradingSession = z.object({ type: z.string(), startAt: Instant, endAt: Instant })
export type TradingSession = z.infer<typeof TradingSession>

export const Constituent = z.object({
  symbol: z.string(),
  name: z.string(),
  sector: z.string(),
  subSector: z.string(),
  cik: z.string(),
})
export type Constituent = z.infer<typeof Constituent>

export const OptionContract = z.object({
  symbol: InstrumentSymbol,
  /** TYPE_CALL, TYPE_PUT, or as sent. */
  type: z.string(),
  contractSize: Decimal.nullable(),
  strike: Decimal.nullable(),
  multiplier: Decimal.nullable(),
  tradeFirstDay: CalendarDate.nullable(),
  tradeLastDay: CalendarDate.nullable(),
  expirationFirstDay: CalendarDate.nullable(),
  expirationLastDay: CalendarDate.nullable(),
})
export type OptionContract = z.infer<typeof OptionContract>
