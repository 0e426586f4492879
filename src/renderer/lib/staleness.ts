import type { QuoteRow } from '../../shared/model/watchlist.ts'

const quoteStaleMs = 2 * 60_000

/** Whether a quote on screen is older than it should be. Quotes of a closed market are never stale. */
export const isStaleQuote = (row: QuoteRow, now: number): boolean =>
  row.fetchedAt !== null && row.market.state !== 'closed' && now - row.fetchedAt > quoteStaleMs
