import { parseDecimal, type Decimal } from '../../src/shared/decimal.ts'
import type { Account } from '../../src/shared/model/account.ts'
import type { Quote } from '../../src/shared/model/market.ts'

/** Ten digits: far more precise than any price change. */
export function decimalOf(price: number): Decimal {
  const places = Math.min(20, Math.max(0, 9 - Math.floor(Math.log10(price))))
  const decimal = parseDecimal(price.toFixed(places))
  if (decimal === null) throw new Error(`${String(price)} cannot be written as a price`)
  return decimal
}

const one = decimalOf(1)

export const positionOf = (symbol: string, price: number): Account['positions'][number] => ({
  symbol,
  quantity: one,
  averagePrice: null,
  currentPrice: decimalOf(price),
  maintenanceMargin: null,
  dailyPnl: null,
  unrealizedPnl: null,
})

export const emptyAccount: Account = {
  id: '',
  type: 'UNION',
  status: 'ACCOUNT_ACTIVE',
  equity: null,
  unrealizedProfit: null,
  positions: [],
  cash: [],
  portfolio: null,
  openedAt: null,
  firstTradeAt: null,
  firstNonTradeAt: null,
}

export const emptyQuote: Quote = {
  symbol: '',
  at: null,
  atText: null,
  ask: null,
  askSize: null,
  bid: null,
  bidSize: null,
  last: null,
  lastSize: null,
  volume: null,
  turnover: null,
  open: null,
  high: null,
  low: null,
  close: null,
  change: null,
  openInterest: null,
  option: null,
}
