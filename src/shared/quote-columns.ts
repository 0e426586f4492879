/** What a watchlist can show beside an instrument's name, in the order in which it is offered. */
export const quoteColumnKeys = [
  'last',
  'change',
  'changePercent',
  'sparkline',
  'bid',
  'bidSize',
  'ask',
  'askSize',
  'spread',
  'range',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'turnover',
  'openInterest',
  'impliedVolatility',
  'delta',
  'gamma',
  'theta',
  'vega',
  'rho',
  'theoreticalPrice',
  'held',
  'time',
  'age',
  'delay',
  'market',
] as const
export type QuoteColumnKey = (typeof quoteColumnKeys)[number]

/** Whether a text names one of the columns. */
export const isQuoteColumnKey = (key: unknown): key is QuoteColumnKey => quoteColumnKeys.some((known) => known === key)
