import {
  add,
  compare,
  divide,
  multiply,
  orderDecimals,
  sign,
  subtract,
  sum,
  zero,
  type Decimal,
} from '../../../shared/decimal.ts'
import type { BookLadder, BookLevel } from '../../../shared/model/instrument-view.ts'
import type { OrderBookRow } from '../../../shared/model/market.ts'

interface Offer {
  readonly price: Decimal
  readonly size: Decimal
}

const two = '2' as Decimal
const hundred = '100' as Decimal
const decimalPlaces = 4

/**
 * The rows of an order book (as `GET …/orderbook` sends them, in any order) as a ladder, best price first on each side.
 * Removed rows (ACTION_REMOVE) are dropped; rows with the same price form one level; a row may have both sides. Prices,
 * sizes and totals are exact decimals, sizes in pieces; the imbalance is (bids − asks) / (bids + asks) of all sizes.
 * `unreadable` is the number of rows that could not be decoded.
 */
export function buildLadder(rows: readonly OrderBookRow[], unreadable = 0): BookLadder {
  const present = rows.filter(({ action }) => action !== 'ACTION_REMOVE')
  const asks = levelsOf(present.flatMap(({ price, sellSize }) => offer(price, sellSize)).sort(cheapestFirst))
  const bids = levelsOf(present.flatMap(({ price, buySize }) => offer(price, buySize)).sort(dearestFirst))
  const ask = asks[0]?.price ?? null
  const bid = bids[0]?.price ?? null
  const spread = ask === null || bid === null ? null : subtract(ask, bid)
  return {
    asks,
    bids,
    spread,
    spreadPercent: spread === null || ask === null || bid === null ? null : percentOfMid(spread, ask, bid),
    imbalance: imbalanceOf(bids.at(-1)?.total ?? zero, asks.at(-1)?.total ?? zero),
    isCrossed: ask !== null && bid !== null && compare(bid, ask) > 0,
    leftOut:
      unreadable +
      present.filter(
        ({ price, sellSize, buySize }) => offer(price, sellSize).length + offer(price, buySize).length === 0,
      ).length,
  }
}

const offer = (price: Decimal | null, size: Decimal | null): Offer[] =>
  price === null || size === null || sign(size) <= 0 ? [] : [{ price, size }]

const cheapestFirst = (a: Offer, b: Offer): number => orderDecimals(a.price, b.price)
const dearestFirst = (a: Offer, b: Offer): number => orderDecimals(b.price, a.price)

/** Sorted offers as levels: equal prices merged, totals added from the best price on. */
function levelsOf(offers: readonly Offer[]): BookLevel[] {
  const levels: BookLevel[] = []
  for (const { price, size } of offers) {
    const last = levels.at(-1)
    const total = last === undefined ? size : add(last.total, size)
    if (last !== undefined && orderDecimals(last.price, price) === 0)
      levels[levels.length - 1] = { price: last.price, size: add(last.size, size), total }
    else levels.push({ price, size, total })
  }
  return levels
}

/** Prices of spreads may be negative or zero: then there is no percentage. */
function percentOfMid(spread: Decimal, ask: Decimal, bid: Decimal): Decimal | null {
  const twiceMid = sum([ask, bid])
  return sign(twiceMid) <= 0 ? null : divide(multiply(multiply(spread, two), hundred), twiceMid, decimalPlaces)
}

function imbalanceOf(bidSize: Decimal, askSize: Decimal): Decimal | null {
  return divide(subtract(bidSize, askSize), add(bidSize, askSize), decimalPlaces)
}
