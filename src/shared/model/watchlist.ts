import { z } from 'zod'
import { quoteColumnKeys } from '../quote-columns.ts'
import { Instrument } from './instrument.ts'
import { Quote } from './market.ts'
import { Decimal, Instant, InstrumentSymbol } from './values.ts'

export const QuoteColumns = z.array(z.enum(quoteColumnKeys)).max(quoteColumnKeys.length)

export const Watchlist = z.object({
  id: z.string(),
  name: z.string(),
  symbols: z.array(InstrumentSymbol),
  /** The columns in their order; `null` for the default columns. */
  columns: QuoteColumns.nullable(),
  /** The target prices that were set; an instrument without one is not listed. */
  targets: z.array(z.object({ symbol: InstrumentSymbol, price: Decimal })),
  /**
   * The sections in their order. In `symbols`, the symbols of each section are adjacent, and those before the first section
   * have none.
   */
  sections: z.array(z.object({ name: z.string(), symbols: z.array(InstrumentSymbol) })),
})
export type Watchlist = z.infer<typeof Watchlist>

/** Whether an instrument currently trades, according to its schedule. */
export const MarketState = z.object({
  state: z.enum(['open', 'closed', 'unknown']),
  /** When the state changes next; `null` if the schedule does not contain it. */
  changesAt: Instant.nullable(),
})
export type MarketState = z.infer<typeof MarketState>

/** A symbol with its latest quote and everything needed to judge its age and delay. */
export const QuoteRow = z.object({
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  type: z.string().nullable(),
  currency: z.string().nullable(),
  priceDecimals: z.int().nullable(),
  quote: Quote.nullable(),
  fetchedAt: Instant.nullable(),
  /** The change of the last price from the previous close, in percent, two places. */
  changePercent: Decimal.nullable(),
  market: MarketState,
  /** The delay of the market data of the token in minutes; `null` if unknown. */
  delayMinutes: z.int().nullable(),
  /** The token has no permission for this market. */
  isForbidden: z.boolean(),
  /** Why the last request for this quote failed, for the user; `null` if it succeeded. */
  problem: z.string().nullable(),
  /** Signed pieces over all accounts; 0 if no account holds it, `null` if an account is unknown. */
  heldQuantity: Decimal.nullable(),
})
export type QuoteRow = z.infer<typeof QuoteRow>

/** The result of resolving one entry of a pasted text. */
export const ResolvedInput = z.object({
  input: z.string(),
  /** The instrument if the entry identifies exactly one; otherwise `null`. */
  symbol: InstrumentSymbol.nullable(),
  name: z.string().nullable(),
  /** If several instruments have this name: all of them, those that still trade first. */
  candidates: z.array(Instrument.pick({ symbol: true, name: true, type: true, isArchived: true })),
})
export type ResolvedInput = z.infer<typeof ResolvedInput>

/** Recorded prices of one instrument, oldest first. */
export const PriceLine = z.object({
  symbol: InstrumentSymbol,
  points: z.array(z.object({ at: Instant, last: Decimal })),
})
export type PriceLine = z.infer<typeof PriceLine>

/** Recorded prices from `from` to `until`. There is a gap between points further apart than `maxGapMs`. */
export const PriceLines = z.object({
  from: Instant,
  until: Instant,
  maxGapMs: z.int(),
  lines: z.array(PriceLine),
})
export type PriceLines = z.infer<typeof PriceLines>
