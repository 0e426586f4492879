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
  /** What it shows, in this order; `null` for what every list shows at first. */
  columns: QuoteColumns.nullable(),
})
export type Watchlist = z.infer<typeof Watchlist>

/** Whether an instrument trades now, as its schedule says. */
export const MarketState = z.object({
  state: z.enum(['open', 'closed', 'unknown']),
  /** When that changes next; `null` when the schedule does not say. */
  changesAt: Instant.nullable(),
})
export type MarketState = z.infer<typeof MarketState>

/** A symbol with its latest quote, and what is needed to show it truly. */
export const QuoteRow = z.object({
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  type: z.string().nullable(),
  currency: z.string().nullable(),
  priceDecimals: z.int().nullable(),
  quote: Quote.nullable(),
  fetchedAt: Instant.nullable(),
  /** Last against the previous close, in percent, two places. */
  changePercent: Decimal.nullable(),
  market: MarketState,
  /** By how much the token's market data lags; `null` when it does not say. */
  delayMinutes: z.int().nullable(),
  /** The token's permissions refuse this market. */
  isForbidden: z.boolean(),
  /** What went wrong the last time this quote was asked for. */
  problem: z.string().nullable(),
  /** Signed pieces over all accounts: 0 when none holds it, `null` while that is not known of each. */
  heldQuantity: Decimal.nullable(),
})
export type QuoteRow = z.infer<typeof QuoteRow>

/** What a name in a pasted text means. */
export const ResolvedInput = z.object({
  input: z.string(),
  /** The one instrument that it names; `null` when there is none, or several. */
  symbol: InstrumentSymbol.nullable(),
  name: z.string().nullable(),
  /** Where several bear it: all of them, those that trade first. */
  candidates: z.array(Instrument.pick({ symbol: true, name: true, type: true, isArchived: true })),
})
export type ResolvedInput = z.infer<typeof ResolvedInput>

/** Recorded prices of one instrument, oldest first. */
export const PriceLine = z.object({
  symbol: InstrumentSymbol,
  points: z.array(z.object({ at: Instant, last: Decimal })),
})
export type PriceLine = z.infer<typeof PriceLine>

/** Recorded prices from `from` to `until`. Between two points further apart than `maxGapMs` nobody looked: draw a gap. */
export const PriceLines = z.object({
  from: Instant,
  until: Instant,
  maxGapMs: z.int(),
  lines: z.array(PriceLine),
})
export type PriceLines = z.infer<typeof PriceLines>
