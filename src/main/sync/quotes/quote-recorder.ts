import type { Quote } from '../../../shared/model/market.ts'
import type { Clock } from '../../time/clock.ts'
import type { Journal } from '../../journal/journal.ts'

/** Each write of the journal is flushed to disk: prices are collected for this time before they are written. */
const gatheredMs = 30_000
/** While the disk cannot be written, only this number of the newest prices is kept in memory. */
const maxHeld = 2_000

type Seen = Parameters<Journal['quotes']['record']>[0][number]

/**
 * Writes received prices to the journal in batches. A crash loses the last half minute of a sparkline. A quote older than
 * a previous one is not recorded. Throws what the journal throws; prices that could not be written are tried again with the
 * next batch.
 */
export function createQuoteRecorder(
  journal: { readonly quotes: Pick<Journal['quotes'], 'record'> },
  clock: Clock,
): (quote: Quote) => void {
  const newestAt = new Map<string, number>()
  let seen: Seen[] = []
  let since = clock.monotonic()
  return ({ symbol, last, at }) => {
    const isOlder = at !== null && at < (newestAt.get(symbol) ?? -Infinity)
    if (at !== null && !isOlder) newestAt.set(symbol, at)
    if (last !== null && !isOlder) seen.push({ symbol, at: clock.now(), last })
    if (clock.monotonic() - since < gatheredMs) return
    since = clock.monotonic()
    seen = seen.slice(-maxHeld)
    journal.quotes.record(seen)
    seen = []
  }
}
