import { compare } from '../../../shared/decimal.ts'
import type { PricePoint } from '../../../shared/model/instrument-view.ts'
import type { Trade } from '../../../shared/model/market.ts'
import { sideWords } from '../../lib/words/order-words.ts'

/** A line of the list of trades. */
export interface TapeLine {
  /** Unique, although trades may share an id or have none. */
  readonly key: string
  readonly trade: Trade
  /** The price against the previous trade: 1 up, -1 down, 0 equal or unknown. */
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
