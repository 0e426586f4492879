import { hourMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { SyncContext } from '../context.ts'
import type { Job } from '../scheduler/job.ts'

/** Enough for thousands of instruments: a chain of 2,000 options takes half a megabyte. */
const instrumentPartsBytes = 64 * 1024 * 1024

/**
 * Backs up and checks the journal once a day, thins recorded values, and deletes the instrument parts that were read longest
 * ago. Sends no requests. A failing step does not stop the others; the first error is thrown at the end.
 */
export function createHousekeepingJob({ cache, journal, clock, publish }: SyncContext): Job {
  const steps: readonly (() => unknown)[] = [
    () => journal.backups.checkIfDue(clock),
    () => journal.backups.backUpIfDue(clock),
    () => journal.equity.thin(clock.now()),
    () => journal.margin.thin(clock.now()),
    () => journal.positions.thin(clock.now()),
    () => journal.quotes.thin(clock.now()),
    () => cache.instrumentParts.evict(instrumentPartsBytes),
  ]
  return {
    name: 'housekeeping',
    title: m.sync_backup_and_thinning,
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
        for (const trouble of added) journal.events.add(clock.now(), 'backup', () => trouble.message)
        if (added.length > 0) publish('events.changed')
      } catch (error) {
        failures.push(error)
      }
      if (failures.length > 0) throw failures[0]
    },
    nextDelayMs: () => hourMs,
  }
}
