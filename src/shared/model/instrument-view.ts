import { z } from 'zod'
import { MarketState } from './watchlist.ts'
import { BondEvent, Dividend, Split } from './corporate-event.ts'
import {
  Constituent,
  Instrument,
  InstrumentDetails,
  OptionContract,
  TradingParams,
  TradingSession,
} from './instrument.ts'
import { Trade } from './market.ts'
import { CalendarDate, Decimal, Instant, InstrumentSymbol } from './values.ts'

/** The parts of an instrument's screen that are asked for one by one; quotes come by the quote plan. */
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
 * How one part stands. `value` is what was last read, however old; `null` was never read.
 * `problem` is why the last reading failed, in words for a person; `isForbidden`: the token's permissions do not allow it.
 */
const part = <T extends z.ZodType>(value: T) =>
  z.object({
    value: value.nullable(),
    fetchedAt: Instant.nullable(),
    problem: z.string().nullable(),
    isForbidden: z.boolean(),
    /** A reading is under way or waits for its turn. */
    isAsked: z.boolean(),
    /** When it is to be read next while it is looked at; `null` when it is not planned. */
    nextAt: Instant.nullable(),
  })

/** What an instrument is in a portfolio; unknown symbols have all but the symbol `null` and say so in `details.problem`. */
export const InstrumentView = z.object({
  symbol: InstrumentSymbol,
  /** As the instrument list says; `null` where it knows no such symbol. */
  listed: Instrument.nullable(),
  details: part(InstrumentDetails),
  /** Of the account that was asked for; without one, of the first of the token. */
  params: part(TradingParams),
  schedule: part(z.array(TradingSession)),
  market: MarketState,
  dividends: part(z.array(Dividend)),
  bondEvents: part(z.array(BondEvent)),
  splits: part(z.array(Split)),
  /** By how many minutes the token's market data of this market lags; `null` when it does not say. */
  delayMinutes: z.int().nullable(),
  /** QUOTE_LEVEL_… that applies to this market, as sent; `null` when no permission speaks of it. */
  quoteLevel: z.string().nullable(),
  /** Which parts this type of instrument has, in the order of the screen. */
  parts: z.array(InstrumentPart),
})
export type InstrumentView = z.infer<typeof InstrumentView>

/** One price of the book. Sizes are pieces; the same price on both sides stays two levels. */
export const BookLevel = z.object({ price: Decimal, size: Decimal, total: Decimal })
export type BookLevel = z.infer<typeof BookLevel>

/** The order book as a ladder: asks from the lowest up, bids from the highest down, `total` summed from the best. */
export const BookLadder = z.object({
  asks: z.array(BookLevel),
  bids: z.array(BookLevel),
  /** Best ask minus best bid; negative where the book is crossed, `null` where a side is empty. */
  spread: Decimal.nullable(),
  spreadPercent: Decimal.nullable(),
  /** (bid size − ask size) / (bid size + ask size) of all levels, −1 … 1. */
  imbalance: Decimal.nullable(),
  isCrossed: z.boolean(),
  /** Rows that could not be placed: without a price, without a size, or not to be read at all. */
  leftOut: z.int(),
})
export type BookLadder = z.infer<typeof BookLadder>

export const InstrumentBook = part(BookLadder)
/** Newest first; `leftOut` more could not be read. */
export const InstrumentTrades = part(z.object({ trades: z.array(Trade), leftOut: z.int() }))
export const InstrumentConstituents = part(z.array(Constituent))
export type InstrumentBook = z.infer<typeof InstrumentBook>
export type InstrumentTrades = z.infer<typeof InstrumentTrades>
export type InstrumentConstituents = z.infer<typeof InstrumentConstituents>

/** A row of the chain: both contracts of one strike. */
export const ChainStrike = z.object({
  strike: Decimal,
  call: OptionContract.nullable(),
  put: OptionContract.nullable(),
})
export type ChainStrike = z.infer<typeof ChainStrike>

/**
 * The options of one expiry, by strike; `expiries` and `roots` are all that is known of the underlying. `fetchedAt` of
 * `null` with a value: the expiries are known, but the contracts of this one were never read.
 */
export const OptionChain = part(
  z.object({
    /** The expiry shown: the one asked for, else the nearest known. `null` where there is none. */
    expiration: CalendarDate.nullable(),
    /** Soonest first. It grows while the chain is on screen: the service names no expiries, it must be asked for them. */
    expiries: z.array(CalendarDate),
    /** Kinds of options (weekly, monthly …) that the service answered for, or that tickers suggest; a person may name others. */
    roots: z.array(z.string()),
    strikes: z.array(ChainStrike),
    /** Contracts without a strike, or of a type that is neither call nor put. */
    leftOut: z.int(),
  }),
)
export type OptionChain = z.infer<typeof OptionChain>

/** A stretch of the recorded price: the last price seen at `at`. */
export const PricePoint = z.object({ at: Instant, price: Decimal })
export type PricePoint = z.infer<typeof PricePoint>
