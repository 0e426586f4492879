/** The columns of a watchlist besides the name, in the order of the column menu. */
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
  'target',
  'time',
  'age',
  'delay',
  'market',
] as const
export type QuoteColumnKey = (typeof quoteColumnKeys)[number]

/** Whether `key` is the key of a column. */
export const isQuoteColumnKey = (key: unknown): key is QuoteColumnKey => quoteColumnKeys.some((known) => known === key)
