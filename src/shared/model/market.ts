import { z } from 'zod'
import { Decimal, Instant, InstrumentSymbol } from './values.ts'

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
 * The latest quote. The service writes 0 for "no value" in ask, bid, open, high and low: those are `null` here.
 * `close` is the previous close; `change` is last minus close, as sent.
 */
export const Quote = z.object({
  symbol: InstrumentSymbol,
  at: Instant.nullable(),
  /** The service's own time text: it has microseconds. */
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

export const Trade = z.object({
  id: z.string(),
  mpid: z.string(),
  at: Instant.nullable(),
  atText: z.string().nullable(),
  price,
  size: price,
  openInterest: price,
  /** SIDE_BUY, SIDE_SELL, or as sent. */
  side: z.string(),
})
export type Trade = z.infer<typeof Trade>

export const OrderBookRow = z.object({
  price,
  sellSize: price,
  buySize: price,
  /** ACTION_ADD, ACTION_UPDATE, ACTION_REMOVE, or as sent. */
  action: z.string(),
  mpid: z.string(),
  at: Instant.nullable(),
})
export type OrderBookRow = z.infer<typeof OrderBookRow>
