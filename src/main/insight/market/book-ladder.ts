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
} from '#shared/decimal.ts'
import type { BookLadder, BookLevel } from '#shared/model/instrument-view.ts'
import type { OrderBookRow } from '#shared/model/market.ts'

interface PricedSize {
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
  const asks = levelsOf(present.flatMap(({ price, sellSize }) => pricedSize(price, sellSize)).sort(lowestFirst))
  const bids = levelsOf(present.flatMap(({ price, buySize }) => pricedSize(price, buySize)).sort(highestFirst))
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
        ({ price, sellSize, buySize }) => pricedSize(price, sellSize).length + pricedSize(price, buySize).length === 0,
      ).length,
  }
}

const pricedSize = (price: Decimal | null, size: Decimal | null): PricedSize[] =>
  price === null || size === null || sign(size) <= 0 ? [] : [{ price, size }]

const lowestFirst = (a: PricedSize, b: PricedSize): number => orderDecimals(a.price, b.price)
const highestFirst = (a: PricedSize, b: PricedSize): number => orderDecimals(b.price, a.price)

/** Merges sorted prices and sizes into levels: equal prices are one level; totals are added from the best price on. */
function levelsOf(pricedSizes: readonly PricedSize[]): BookLevel[] {
  const levels: BookLevel[] = []
  for (const { price, size } of pricedSizes) {
    const last = levels.at(-1)
    const total = last === undefined ? size : add(last.total, size)
    if (last !== undefined && orderDecimals(last.price, price) === 0)
      levels[levels.length - 1] = { price: last.price, size: add(last.size, size), total }
    else levels.push({ price, size, total })
  }
  return levels
}

/** The spread in percent of the mid price; `null` if the mid price is not positive, as for spreads (instruments). */
function percentOfMid(spread: Decimal, ask: Decimal, bid: Decimal): Decimal | null {
  const twiceMid = sum([ask, bid])
  return sign(twiceMid) <= 0 ? null : divide(multiply(multiply(spread, two), hundred), twiceMid, decimalPlaces)
}

function imbalanceOf(bidSize: Decimal, askSize: Decimal): Decimal | null {
  return divide(subtract(bidSize, askSize), add(bidSize, askSize), decimalPlaces)
}
