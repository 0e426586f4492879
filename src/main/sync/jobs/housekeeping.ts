import type { SyncContext } from '../context.ts'
import type { Job } from '../job.ts'

const hourMs = 3_600_000
const requestsKeptMs = 5 * 60_000
/** Thousands of instruments once looked at; a chain of 2,000 options is half a megabyte. */
const instrumentPartsBytes = 64 * 1024 * 1024

/** Backs up the journal once a day, thins what was recorded, drops request notes that no budget needs and parts of instruments looked at longest ago. Asks the service nothing. */
export function createHousekeepingJob({ cache, journal, clock }: SyncContext): Job {
  return {
    name: 'housekeeping',
    title: 'Backup and thinning of what is recorded',
    needsNoConnection: true,
    async run() {
      await journal.backUp(clock)
      journal.equity.thin(clock.now())
      await journal.positions.thin(clock.now())
      await journal.quotes.thin(clock.now())
      cache.requestLog.prune(clock.now() - requestsKeptMs)
      cache.instrumentParts.evict(instrumentPartsBytes)
    },
    nextDelayMs: () => hourMs,
  }
}
