import { z } from 'zod'
import type { OptionFigures, OrderBookRow, Quote, Trade } from '#shared/model/market.ts'
import { decodeSnapshot, decodeWhole, expectSame, type Rows } from './decode.ts'
import { decimal, instant, moment, named, optionalId, optionalKey, price, text } from './fields.ts'
import { noteNotStated } from './observed.ts'

interface Requested {
  readonly symbol: string
}

const optionFigures: z.ZodType<OptionFigures> = z
  .object({
    open_interest: decimal,
    implied_volatility: decimal,
    theoretical_price: decimal,
    delta: decimal,
    gamma: decimal,
    theta: decimal,
    vega: decimal,
    rho: decimal,
  })
  .transform(({ open_interest, implied_volatility, theoretical_price, ...greeks }) => ({
    openInterest: open_interest,
    impliedVolatility: implied_volatility,
    theoreticalPrice: theoretical_price,
    ...greeks,
  }))

const quote = z
  .object({
    symbol: optionalKey,
    timestamp: moment,
    ask: price,
    ask_size: decimal,
    bid: price,
    bid_size: decimal,
    last: decimal,
    last_size: decimal,
    volume: decimal,
    turnover: decimal,
    open: price,
    high: price,
    low: price,
    close: decimal,
    change: decimal,
    open_interest: decimal,
    option: optionFigures.nullish(),
  })
  .transform((raw): Quote => ({
    symbol: raw.symbol,
    at: raw.timestamp.at,
    atText: raw.timestamp.text,
    ask: raw.ask,
    askSize: raw.ask === null ? null : raw.ask_size,
    bid: raw.bid,
    bidSize: raw.bid === null ? null : raw.bid_size,
    last: raw.last,
    lastSize: raw.last_size,
    volume: raw.volume,
    turnover: raw.turnover,
    open: raw.open,
    high: raw.high,
    low: raw.low,
    close: raw.close,
    change: raw.change,
    openInterest: raw.open_interest,
    option: raw.option ?? null,
  }))
const quoteResponse = z.object({ symbol: optionalKey, quote })

/** `GET /v1/instruments/{symbol}/quotes/latest`: 0 in ask, bid, open, high and low means "no value" and becomes `null`. Prices and sizes are exact decimals. */
export function decodeQuote(json: unknown, requested: Requested): Quote {
  const response = decodeWhole(quoteResponse, json)
  expectSame('symbol', response.symbol, requested.symbol)
  expectSame('quote.symbol', response.quote.symbol, requested.symbol)
  noteNotStated({ 'quote.timestamp': response.quote.at, 'quote.last': response.quote.last })
  return { ...response.quote, symbol: requested.symbol }
}

const trade = z
  .object({
    trade_id: optionalId,
    mpid: text,
    timestamp: moment,
    price: decimal,
    size: decimal,
    open_interest: decimal,
    side: named('side'),
  })
  .transform((raw): Trade => ({
    id: raw.trade_id,
    mpid: raw.mpid,
    at: raw.timestamp.at,
    atText: raw.timestamp.text,
    price: raw.price,
    size: raw.size,
    openInterest: raw.open_interest,
    side: raw.side,
  }))
const tradesResponse = z.object({ symbol: optionalKey })

/** `GET /v1/instruments/{symbol}/trades/latest`; a malformed trade does not lose the others. */
export function decodeTrades(json: unknown, requested: Requested): Rows<Trade> {
  expectSame('symbol', decodeWhole(tradesResponse, json).symbol, requested.symbol)
  return decodeSnapshot(json, 'trades', trade)
}

const bookRow = z
  .object({
    price: decimal,
    sell_size: decimal,
    buy_size: decimal,
    action: named('bookAction'),
    mpid: text,
    timestamp: instant,
  })
  .transform((raw): OrderBookRow => ({
    price: raw.price,
    sellSize: raw.sell_size,
    buySize: raw.buy_size,
    action: raw.action,
    mpid: raw.mpid,
    at: raw.timestamp,
  }))
const bookResponse = z.object({ symbol: optionalKey, orderbook: z.looseObject({}) })

/** `GET /v1/instruments/{symbol}/orderbook`; a malformed row does not lose the others. */
export function decodeOrderBook(json: unknown, requested: Requested): Rows<OrderBookRow> {
  const { symbol, orderbook } = decodeWhole(bookResponse, json)
  expectSame('symbol', symbol, requested.symbol)
  return decodeSnapshot(orderbook, 'rows', bookRow)
}
