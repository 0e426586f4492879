import { type Decimal, toNumber, compare } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { BookLadder, BookLevel, PricePoint } from '#shared/model/instrument-view.ts'
import type { OptionFigures, Quote, Trade } from '#shared/model/market.ts'
import type { Format } from '#shared/text/format.ts'
import { sideWords } from '../../lib/words/order-words.ts'

/** A labelled figure; `note` explains it. */
interface Figure {
  readonly title: string
  readonly value: Decimal | null
  readonly note?: string
  /** The decimal places; more if it would otherwise look like 0. All digits without it. */
  readonly places?: number
}

/** Sizes and volumes. Only derivatives have open interest, so it is omitted (not "—") when it was not sent. */
export const sizeFigures = (quote: Quote): readonly Figure[] => [
  { title: m.instrument_market_last_size(), value: quote.lastSize },
  { title: m.instrument_market_volume(), value: quote.volume, note: m.instrument_market_pieces_traded() },
  { title: m.instrument_market_turnover(), value: quote.turnover, note: m.instrument_market_money_traded(), places: 2 },
  ...(quote.openInterest === null || quote.option !== null
    ? []
    : [{ title: m.instrument_market_open_interest(), value: quote.openInterest }]),
]

/** The figures of an option, as reported by the service. */
export const greekFigures = (option: OptionFigures): readonly Figure[] => [
  {
    title: m.instrument_market_implied_volatility(),
    value: option.impliedVolatility,
    note: m.instrument_market_as_reported_per_year(),
  },
  { title: m.instrument_market_theoretical_price(), value: option.theoreticalPrice },
  { title: m.instrument_market_delta(), value: option.delta },
  { title: m.instrument_market_gamma(), value: option.gamma },
  { title: m.instrument_market_theta(), value: option.theta },
  { title: m.instrument_market_vega(), value: option.vega },
  { title: m.instrument_market_rho(), value: option.rho },
  { title: m.instrument_market_open_interest(), value: option.openInterest },
]

/** Levels shown per side; constant, so that the ladder keeps its height. */
export const depthRows = 10

/** A level with the length of its bar (cumulative size, 0 … 1 of the largest shown); `null` is an empty row. */
type DepthRow = (BookLevel & { readonly depth: number }) | null

/** The rows of the ladder, from top to bottom. */
interface BookRows {
  /** The highest price first, so the best ask is last, next to the spread. */
  readonly asks: readonly DepthRow[]
  readonly bids: readonly DepthRow[]
  /** The number of deeper levels that are not shown. */
  readonly hidden: number
  /** The share of bids in the size of all levels, 0 … 1; `null` if unknown. */
  readonly bidShare: number | null
}

/** The best levels of both sides; bars show the cumulative size. */
export function bookRows({ asks, bids, imbalance }: BookLadder): BookRows {
  const shown = [...asks.slice(0, depthRows), ...bids.slice(0, depthRows)]
  const deepest = Math.max(...shown.map(({ total }) => toNumber(total)))
  const place = (level: BookLevel | undefined): DepthRow =>
    level === undefined ? null : { ...level, depth: deepest > 0 ? toNumber(level.total) / deepest : 0 }
  const slots = Array.from({ length: depthRows }, (_, index) => index)
  return {
    asks: slots.map((index) => place(asks[index])).reverse(),
    bids: slots.map((index) => place(bids[index])),
    hidden: Math.max(0, asks.length - depthRows) + Math.max(0, bids.length - depthRows),
    bidShare: shareOf(imbalance),
  }
}

/** Maps an imbalance of −1 … 1 to a share of 0 … 1. */
const shareOf = (imbalance: Decimal | null): number | null =>
  imbalance === null ? null : Math.max(0, Math.min(1, (toNumber(imbalance) + 1) / 2))

/** "62% bid, 38% ask by size". */
export const imbalanceWords = (bidShare: number | null, format: Pick<Format, 'share'>): string =>
  bidShare === null
    ? m.instrument_market_the_imbalance_is_unknown()
    : m.instrument_market_bid_ask_by_size({ bid: format.share(bidShare, 0), ask: format.share(1 - bidShare, 0) })

/** A line of the list of trades. */
export interface TapeLine {
  /** Unique, although trades may share an id or have none. */
  readonly key: string
  readonly trade: Trade
  /** The price compared with the previous trade: 1 up, -1 down, 0 equal or unknown. */
  readonly direction: -1 | 0 | 1
  readonly side: string
}

/** Sorts by time; trades without a time come first, in their order. */
const oldestFirst = (trades: readonly Trade[]): readonly Trade[] =>
  trades.toSorted((a, b) => (a.at ?? -Infinity) - (b.at ?? -Infinity) || 0)

/** The trades as lines, newest first. */
export function tapeOf(trades: readonly Trade[]): readonly TapeLine[] {
  const seen = new Map<string, number>()
  let previousPrice: Trade['price'] = null
  const lines = oldestFirst(trades).map((trade): TapeLine => {
    const name = trade.id || `${trade.atText ?? ''} ${trade.price ?? ''} ${trade.size ?? ''}`
    const twins = seen.get(name) ?? 0
    seen.set(name, twins + 1)
    const direction = previousPrice === null || trade.price === null ? 0 : compare(trade.price, previousPrice)
    previousPrice = trade.price ?? previousPrice
    return { key: `${name} ${twins}`, trade, direction, side: sideWords(trade.side) }
  })
  return lines.reverse()
}

/** The trades with a time and a price, oldest first, for the chart. */
export const tradePrices = (trades: readonly Trade[]): readonly PricePoint[] =>
  oldestFirst(trades).flatMap(({ at, price }) => (at === null || price === null ? [] : [{ at, price }]))
