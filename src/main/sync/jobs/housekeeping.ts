import type { SyncContext } from '../context.ts'
import type { Job } from '../job.ts'

const hourMs = 3_600_000
const requestsKeptMs = 5 * 60_000

/** Backs up the journal once a day, thins what was recorded, drops request notes that no budget needs. Asks the service nothing. */
export function createHousekeepingJob({ cache, journal, clock }: SyncContext): Job {
  return {
    name: 'housekeeping',
    title: 'Backup and thinning of what is recorded',
    needsNoConnection: true,
    async run() {
      await journal.backUp(clock)
      journal.equity.thin(clock.now())
      await journal.quotes.thin(clock.now())
      cache.requestLog.prune(clock.now() - requestsKeptMs)
    },
    nextDelayMs: () => hourMs,
  }
}
