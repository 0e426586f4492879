import type { Trade } from '../../../shared/model/market.ts'

/** Trades, newest first. Trades of the same time, or without a time, keep the order of the service: later rows are newer. */
export const newestTradesFirst = (trades: readonly Trade[]): Trade[] =>
  [...trades]
    .reverse()
    .sort((a, b) => (b.at ?? -Infinity) - (a.at ?? -Infinity) || compareText(b.atText ?? '', a.atText ?? ''))

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
