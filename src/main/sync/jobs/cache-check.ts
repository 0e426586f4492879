import { dayMs, minuteMs } from '../../../shared/durations.ts'
import type { SyncContext } from '../context.ts'
import type { Job } from '../scheduler/job.ts'

/** A start has more urgent work for the disk. */
const afterStartMs = 5 * minuteMs

/**
 * Checks the file of the cache in a thread, some minutes after the start and then once a day. Sends no requests. Throws
 * CorruptDatabaseError when the file is damaged; whoever opened the cache hears of it too, and replaces it.
 */
export function createCacheCheckJob({ cache, clock }: Pick<SyncContext, 'cache' | 'clock'>): Job {
  const startedAt = clock.monotonic()
  let isChecked = false
  const untilFirstMs = (): number => Math.max(0, startedAt + afterStartMs - clock.monotonic())
  return {
    name: 'cache-check',
    title: 'Check of the cache',
    needsNoConnection: true,
    async run({ askedBy }) {
      if (askedBy === 'schedule' && untilFirstMs() > 0) return
      await cache.check()
      isChecked = true
    },
    nextDelayMs: () => (isChecked ? dayMs : untilFirstMs()),
  }
}
