import { z } from 'zod'
import { Maturity } from './bond.ts'
import {
  BondEvent,
  Dividend,
  Split,
  Constituent,
  Instrument,
  InstrumentDetails,
  OptionContract,
  TradingParams,
  TradingSession,
} from './instrument.ts'
import { Trade } from './market.ts'
import { CalendarDate, Decimal, Instant, InstrumentSymbol } from './values.ts'
import { MarketState } from './watchlist.ts'

/** The parts of an instrument's screen that are requested separately. Quotes are requested by the quote scheduler. */
export const InstrumentPart = z.enum([
  'details',
  'params',
  'schedule',
  'book',
  'trades',
  'options',
  'constituents',
  'dividends',
  'bond-events',
  'splits',
])
export type InstrumentPart = z.infer<typeof InstrumentPart>

/**
 * The state of one part. `value` is the last value, of any age; `null` if it was never read. `problem` is why the last read
 * failed, as text on screen. `isForbidden`: the token has no permission for it.
 */
const part = <T extends z.ZodType>(value: T) =>
  z.object({
    value: value.nullable(),
    fetchedAt: Instant.nullable(),
    problem: z.string().nullable(),
    isForbidden: z.boolean(),
    /** A read is in progress or queued. */
    isAsked: z.boolean(),
    /** When it is read next while it is shown; `null` if no read is planned. */
    nextAt: Instant.nullable(),
  })

/** One instrument with the parts that are read from the cache. For an unknown symbol the values are `null`, and `details.problem` says why. */
export const InstrumentView = z.object({
  symbol: InstrumentSymbol,
  /** The entry of the instrument list; `null` if it has none. */
  listed: Instrument.nullable(),
  details: part(InstrumentDetails),
  /** For the requested account; if none was requested, for the first account of the token. */
  params: part(TradingParams),
  schedule: part(z.array(TradingSession)),
  market: MarketState,
  /** When a bond matures; `null` if it is not known, and for other types. */
  maturity: Maturity.nullable(),
  /** The maturity that the user typed. It is not used while the service sends one. */
  typedMaturity: CalendarDate.nullable(),
  dividends: part(z.array(Dividend)),
  bondEvents: part(z.array(BondEvent)),
  splits: part(z.array(Split)),
  /** The delay of the market data of the token for this market, in minutes; `null` if unknown. */
  delayMinutes: z.int().nullable(),
  /** The QUOTE_LEVEL_… for this market, as sent; `null` if no permission covers it. */
  quoteLevel: z.string().nullable(),
  /** The parts that this type of instrument has, in the order of the screen. */
  parts: z.array(InstrumentPart),
})
export type InstrumentView = z.infer<typeof InstrumentView>

/** One price level of one side of the book. `size` and the cumulative `total` are in pieces. */
export const BookLevel = z.object({ price: Decimal, size: Decimal, total: Decimal })
export type BookLevel = z.infer<typeof BookLevel>

/**
 * The order book as a ladder: asks in ascending, bids in descending order of price; `total` accumulates from the best
 * price.
 */
export const BookLadder = z.object({
  asks: z.array(BookLevel),
  bids: z.array(BookLevel),
  /** Best ask minus best bid; negative if the book is crossed, `null` if a side is empty. */
  spread: Decimal.nullable(),
  spreadPercent: Decimal.nullable(),
  /** (bid size − ask size) / (bid size + ask size) of all levels, −1 … 1. */
  imbalance: Decimal.nullable(),
  isCrossed: z.boolean(),
  /** The number of skipped rows: unreadable, or without a price or size. */
  leftOut: z.int(),
})
export type BookLadder = z.infer<typeof BookLadder>

export const InstrumentBook = part(BookLadder)
/** Newest first; `leftOut` is the number of unreadable trades. */
export const InstrumentTrades = part(z.object({ trades: z.array(Trade), leftOut: z.int() }))
export const InstrumentConstituents = part(z.array(Constituent))
export type InstrumentBook = z.infer<typeof InstrumentBook>
export type InstrumentTrades = z.infer<typeof InstrumentTrades>
export type InstrumentConstituents = z.infer<typeof InstrumentConstituents>

/** A row of the option chain: both contracts of one strike. */
export const ChainStrike = z.object({
  strike: Decimal,
  call: OptionContract.nullable(),
  put: OptionContract.nullable(),
})
export type ChainStrike = z.infer<typeof ChainStrike>

/**
 * The options of one expiry, by strike. `expiries` and `roots` list everything known for the underlying. If `fetchedAt` is
 * `null` although there is a value, the expiries are known but the contracts of this expiry were never read.
 */
export const OptionChain = part(
  z.object({
    /** The shown expiry: the requested one, otherwise the nearest known one; `null` if there is none. */
    expiration: CalendarDate.nullable(),
    /** Earliest first. The list grows while the chain is shown, because the service has no request that lists expiries. */
    expiries: z.array(CalendarDate),
    /** The known roots (kinds of options: weekly, monthly …), from responses or derived from tickers; the user may enter others. */
    roots: z.array(z.string()),
    strikes: z.array(ChainStrike),
    /** The number of skipped contracts: those without a strike, and those that are neither a call nor a put. */
    leftOut: z.int(),
  }),
)
export type OptionChain = z.infer<typeof OptionChain>

/** A recorded price: the last price as it was at `at`. */
export const PricePoint = z.object({ at: Instant, price: Decimal })
export type PricePoint = z.infer<typeof PricePoint>
