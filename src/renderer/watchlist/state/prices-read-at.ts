import type { QuoteRow } from '#shared/model/watchlist.ts'
import { isStaleQuote } from '../../lib/staleness.ts'

interface PricesRead {
  /** `null` if no price was read. */
  readonly at: number | null
  readonly isStale: boolean
}

/**
 * The common age of many prices: when the oldest price of an open market was read. Stale prices are ignored, because their
 * rows show their own age. If all prices are stale or of closed markets, it is when the newest one was read.
 */
export function pricesReadAt(rows: readonly QuoteRow[], now: number): PricesRead {
  const readTimes = (some: readonly QuoteRow[]): number[] => some.flatMap(({ fetchedAt }) => fetchedAt ?? [])
  const stale = rows.filter((row) => isStaleQuote(row, now))
  const current = readTimes(rows.filter((row) => row.market.state !== 'closed' && !stale.includes(row)))
  if (current.length > 0) return { at: Math.min(...current), isStale: false }
  const all = readTimes(rows)
  return { at: all.length === 0 ? null : Math.max(...all), isStale: stale.length > 0 }
}
