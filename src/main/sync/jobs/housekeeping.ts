import { hourMs } from '../../../shared/durations.ts'
import type { SyncContext } from '../context.ts'
import type { Job } from '../scheduler/job.ts'

/** Thousands of instruments once looked at; a chain of 2,000 options is half a megabyte. */
const instrumentPartsBytes = 64 * 1024 * 1024

/**
 * Backs up and checks the journal once a day, thins what was recorded, and drops parts of instruments looked
 * at longest ago. Sends no requests. A step that fails does not keep the others from running; the
 * first failure is thrown at the end.
 */
export function createHousekeepingJob({ cache, journal, clock, publish }: SyncContext): Job {
  const steps: readonly (() => unknown)[] = [
    () => journal.backups.checkIfDue(clock),
    () => journal.backups.backUpIfDue(clock),
    () => journal.equity.thin(clock.now()),
    () => journal.positions.thin(clock.now()),
    () => journal.quotes.thin(clock.now()),
    () => cache.instrumentParts.evict(instrumentPartsBytes),
  ]
  return {
    name: 'housekeeping',
    title: 'Backup, and thinning of recorded values',
    needsNoConnection: true,
    async run() {
      const before = journal.backups.troubles
      const failures: unknown[] = []
      for (const step of steps) {
        try {
          await step()
        } catch (error) {
          failures.push(error)
        }
      }
      const added = journal.backups.troubles.filter(({ kind }) => before.every((trouble) => trouble.kind !== kind))
      publish('data.changed')
      try {
        for (const { message } of added) journal.events.add(clock.now(), 'backup', message)
        if (added.length > 0) publish('events.changed')
      } catch (error) {
        failures.push(error)
      }
      if (failures.length > 0) throw failures[0]
    },
    nextDelayMs: () => hourMs,
  }
}
