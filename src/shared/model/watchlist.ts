import { z } from 'zod'
import { Quote } from './market.ts'
import { Decimal, Instant, InstrumentSymbol } from './values.ts'

export const Watchlist = z.object({ id: z.string(), name: z.string(), symbols: z.array(InstrumentSymbol) })
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
})
export type QuoteRow = z.infer<typeof QuoteRow>
