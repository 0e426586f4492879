import type { Quote } from '../../../shared/model/market.ts'
import type { Clock } from '../../time/clock.ts'
import type { Journal } from '../../journal/journal.ts'

/** The journal flushes to the disk with each write: prices seen are gathered for this long first. */
const gatheredMs = 30_000
/** While the disk takes nothing, no more than this is held for it: the newest. */
const maxHeld = 2_000

type Seen = Parameters<Journal['quotes']['record']>[0][number]

/**
 * Writes the prices that were seen to the journal, many at a time. A crash loses the last half minute of a sparkline.
 * A quote older than one seen before is no news of now: it is left out. Throws what the journal throws; what could not
 * be written is tried again with the next.
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
