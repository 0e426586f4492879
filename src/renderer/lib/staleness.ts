import { minuteMs } from '#shared/durations.ts'
import type { QuoteRow } from '#shared/model/watchlist.ts'

/** An older quote is stale while its market is open. */
export const quoteStaleMs = 2 * minuteMs

/** Whether a quote on screen is older than it should be. Quotes of a closed market are never stale. */
export const isStaleQuote = (row: QuoteRow, now: number): boolean =>
  row.fetchedAt !== null && row.market.state !== 'closed' && now - row.fetchedAt > quoteStaleMs
