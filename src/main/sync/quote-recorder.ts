import type { Quote } from '../../shared/model/market.ts'
import type { Clock } from '../clock.ts'
import type { Journal } from '../journal/journal.ts'

/** The journal flushes to the disk with each write: prices seen are gathered for this long first. */
const gatheredMs = 30_000

/** Writes the prices that were seen to the journal, many at a time. A crash loses the last half minute of a sparkline. */
export function createQuoteRecorder(
  journal: { readonly quotes: Pick<Journal['quotes'], 'record'> },
  clock: Clock,
): (quote: Quote) => void {
  let seen: Parameters<typeof journal.quotes.record>[0][number][] = []
  let since = clock.monotonic()
  return ({ symbol, last }) => {
    if (last !== null) seen.push({ symbol, at: clock.now(), last })
    if (clock.monotonic() - since < gatheredMs) return
    journal.quotes.record(seen)
    seen = []
    since = clock.monotonic()
  }
}
