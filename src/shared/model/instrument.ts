import { z } from 'zod'
import { CalendarDate, Decimal, AccountId, Instant, InstrumentSymbol, Money } from './values.ts'

const date = CalendarDate.nullable()
const figure = Decimal.nullable()

/** A dividend; `amount` is per piece. */
export const Dividend = z.object({ date, amount: figure, currency: z.string() })
export type Dividend = z.infer<typeof Dividend>

/** A split from `oldRatio` to `newRatio` pieces. */
export const Split = z.object({
  execDate: date,
  oldRatio: figure,
  newRatio: figure,
  newLot: z.int().nullable(),
  /** As sent: ORDINARY, BUYBACK … */
  conversionType: z.string(),
})
export type Split = z.infer<typeof Split>

/** A payment or offer of a bond; `value` is per piece. */
export const BondEvent = z.object({
  date,
  /** As sent: COUPON, AMORTIZATION, OFFER, or an unknown type. */
  type: z.string(),
  value: figure,
  currency: z.string(),
  coupon: z.object({ recordDate: date, startDate: date, faceValue: figure, valuePercent: figure }).nullable(),
  amortization: z.object({ newFaceValue: figure, initialFaceValue: figure, percent: figure }).nullable(),
  offer: z
    .object({ offerType: z.string(), price: figure, startDate: date, endDate: date, agent: z.string() })
    .nullable(),
})
export type BondEvent = z.infer<typeof BondEvent>

/** An instrument as the instrument list of the service describes it. */
export const Instrument = z.object({
  symbol: InstrumentSymbol,
  id: z.string(),
  ticker: z.string(),
  mic: z.string(),
  isin: z.string(),
  /** As sent: EQUITIES, BONDS, FUTURES …; unknown types are kept unchanged. */
  type: z.string(),
  name: z.string(),
  isArchived: z.boolean(),
})
export type Instrument = z.infer<typeof Instrument>

/** A search result, with the properties that decide its rank. */
export const InstrumentFound = Instrument.extend({
  isHeld: z.boolean(),
  isInWatchlist: z.boolean(),
  /** The service no longer lists it. */
  isGone: z.boolean(),
})
export type InstrumentFound = z.infer<typeof InstrumentFound>

/** How complete the local copy of the instrument list is. */
export const InstrumentListState = z.object({
  /** The number of known instruments, including archived ones and those that are no longer listed. */
  known: z.int().min(0),
  /** When the list was last read completely; `null` for never. */
  wholeAt: Instant.nullable(),
  /** The number of rows received by the read in progress; `null` while there is none. */
  received: z.int().min(0).nullable(),
})
export type InstrumentListState = z.infer<typeof InstrumentListState>

/** The full reference data of one instrument. `null` means that the service did not report it. */
export const InstrumentDetails = Instrument.omit({ isArchived: true }).extend({
  board: z.string(),
  decimals: z.int().nullable(),
  /** The price step in units of the last decimal: `minStep / 10^decimals`. */
  minStep: Decimal.nullable(),
  lotSize: Decimal.nullable(),
  expirationDate: CalendarDate.nullable(),
  /** The currency of its price, as a code. */
  quoteCurrency: z.string().nullable(),
  /** The currency of the margin of a future, from its trading parameters; absent if they were not read. */
  marginCurrency: z.string().nullable().optional(),
  contractSize: Decimal.nullable(),
  strike: Decimal.nullable(),
  /** What is left to repay today. */
  faceValue: Decimal.nullable(),
  /** The currency of the payments of a bond, as a code; empty if it is stated and cannot be read. */
  faceCurrency: z.string().nullable(),
})
export type InstrumentDetails = z.infer<typeof InstrumentDetails>

/** `value` as sent, for example AVAILABLE; `haltedDays` is for how many days it is suspended, 0 for none. */
const Availability = z.object({ value: z.string(), haltedDays: z.int() })

/** The trading parameters of one account for one instrument. Risk rates are in percent. */
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

/** One session of a trading schedule, from `startAt` (inclusive) to `endAt` (exclusive). `type` as sent. */
export const TradingSession = z.object({ type: z.string(), startAt: Instant, endAt: Instant })
export type TradingSession = z.infer<typeof TradingSession>

/** One instrument of an index. Empty texts were not sent. */
export const Constituent = z.object({
  symbol: z.string(),
  name: z.string(),
  sector: z.string(),
  subSector: z.string(),
  cik: z.string(),
})
export type Constituent = z.infer<typeof Constituent>

/** One option contract. */
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
