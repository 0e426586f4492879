import type { Account } from '#shared/model/account.ts'
import type { Quote } from '#shared/model/market.ts'

/** An account without any known figure. */
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

/** A quote without any known figure. */
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
