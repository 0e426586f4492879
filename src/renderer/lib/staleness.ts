import type { QuoteRow } from '../../shared/model/watchlist.ts'

const quoteStaleMs = 2 * 60_000

/** Whether a quote was not read for longer than its place on screen asks for. A closed market makes none old. */
export const isStaleQuote = (row: QuoteRow, now: number): boolean =>
  row.fetchedAt !== null && row.market.state !== 'closed' && now - row.fetchedAt > quoteStaleMs
