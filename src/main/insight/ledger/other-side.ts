import { readTicker } from '../currency/pair.ts'
import { magnitude, unitPlaces } from '../lots/units.ts'
import { tickerOf } from '../symbol-matches.ts'
import type { LedgerRow } from './row.ts'

/** Money in units of 10⁻¹⁸, positive if it is received. */
export interface OtherSide {
  readonly currency: string
  readonly money: bigint
}

/**
 * The other currency of an exchange that is one row. `null` for all other rows; also for an exchange whose other currency
 * is money of another row: its trade moves no pieces, so that its size is 0 here.
 */
export const otherSideOf = (row: LedgerRow): OtherSide | null =>
  row.kind === 'currency-exchange' ? tradedMoney(row) : null

/**
 * The size of the trade of a currency pair as money: a purchase receives that much of the currency that its ticker names
 * first. `null` for a row that is no such trade, is not paid in the other currency of the pair, or whose size is not the
 * amount of the first one.
 */
export function tradedMoney({
  symbol,
  currency,
  money,
  trade,
}: Pick<LedgerRow, 'symbol' | 'currency' | 'money' | 'trade'>): OtherSide | null {
  const size = magnitude(trade?.size ?? 0n)
  if (size === 0n || money === null || money === 0n) return null
  const pair = readTicker(tickerOf(symbol))
  if (pair === null || pair.quote !== currency || isCountOfLots(size, trade?.price ?? 0n, money)) return null
  return { currency: pair.base, money: money < 0n ? size : -size }
}

const one = 10n ** BigInt(unitPlaces)

/** Whether more was paid than the price of this many units: the size then counts lots. A fee may be 2 % of the money. */
const isCountOfLots = (size: bigint, price: bigint, money: bigint): boolean =>
  price > 0n && size * price * 50n < magnitude(money) * one * 49n
