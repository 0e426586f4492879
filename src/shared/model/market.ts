import { z } from 'zod'
import { Decimal, Instant, InstrumentSymbol } from './values.ts'

/** A figure of the service; `null` means not reported. Sizes are in pieces. */
const price = Decimal.nullable()

/** The greeks and open interest of an option's quote. */
export const OptionFigures = z.object({
  openInterest: price,
  impliedVolatility: price,
  theoreticalPrice: price,
  delta: price,
  gamma: price,
  theta: price,
  vega: price,
  rho: price,
})
export type OptionFigures = z.infer<typeof OptionFigures>

/**
 * The latest quote. The service sends 0 for "no value" in ask, bid, open, high and low; it is `null` here.
 * `close` is the previous close; `change` is last minus close, as sent.
 */
export const Quote = z.object({
  symbol: InstrumentSymbol,
  at: Instant.nullable(),
  /** The time as sent, with microseconds. */
  atText: z.string().nullable(),
  ask: price,
  askSize: price,
  bid: price,
  bidSize: price,
  last: price,
  lastSize: price,
  volume: price,
  turnover: price,
  open: price,
  high: price,
  low: price,
  close: price,
  change: price,
  openInterest: price,
  option: OptionFigures.nullable(),
})
export type Quote = z.infer<typeof Quote>

/** One trade on the market. */
export const Trade = z.object({
  id: z.string(),
  mpid: z.string(),
  at: Instant.nullable(),
  atText: z.string().nullable(),
  price,
  size: price,
  openInterest: price,
  /** As sent: SIDE_BUY, SIDE_SELL, or an unknown side. */
  side: z.string(),
})
export type Trade = z.infer<typeof Trade>

/** One row of the order book, as the service sends it. */
export const OrderBookRow = z.object({
  price,
  sellSize: price,
  buySize: price,
  /** As sent: ACTION_ADD, ACTION_UPDATE, ACTION_REMOVE, or an unknown action. */
  action: z.string(),
  mpid: z.string(),
  at: Instant.nullable(),
})
export type OrderBookRow = z.infer<typeof OrderBookRow>
