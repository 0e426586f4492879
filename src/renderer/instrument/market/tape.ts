import { compare } from '../../shared/decimal.ts'
import type { PricePoint } from '../../shared/model/instrument-view.ts'
import type { Trade } from '../../shared/model/market.ts'
import { sideWords } from '../orders/order-words.ts'

/** A line of the tape. */
export interface TapeLine {
  /** Unique, though trades may share an id or have none. */
  readonly key: string
  readonly trade: Trade
  /** Against the trade before: 1 up, -1 down, 0 the same or not known. */
  readonly direction: -1 | 0 | 1
  readonly side: string
}

/** By time; trades without one keep their places before all others. */
const oldestFirst = (trades: readonly Trade[]): readonly Trade[] =>
  trades.toSorted((a, b) => (a.at ?? -Infinity) - (b.at ?? -Infinity) || 0)

/** The trades as a tape, newest first. */
export function tapeOf(trades: readonly Trade[]): readonly TapeLine[] {
  const seen = new Map<string, number>()
  let before: Trade['price'] = null
  const lines = oldestFirst(trades).map((trade): TapeLine => {
    const name = trade.id || `${trade.atText ?? ''} ${trade.price ?? ''} ${trade.size ?? ''}`
    const twins = seen.get(name) ?? 0
    seen.set(name, twins + 1)
    const direction = before === null || trade.price === null ? 0 : compare(trade.price, before)
    before = trade.price ?? before
    return { key: `${name} ${twins}`, trade, direction, side: sideWords(trade.side) }
  })
  return lines.reverse()
}

/** What can be drawn of the trades: those with a time and a price, oldest first. */
export const tradePrices = (trades: readonly Trade[]): readonly PricePoint[] =>
  oldestFirst(trades).flatMap(({ at, price }) => (at === null || price === null ? [] : [{ at, price }]))
