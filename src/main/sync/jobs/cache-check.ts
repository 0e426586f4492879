import { dayMs, minuteMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { SyncContext } from '../context.ts'
import type { Job } from '../scheduler/job.ts'

/** The delay of the first check: at the start the disk has more urgent work. */
const afterStartMs = 5 * minuteMs

/**
 * Checks the file of the cache in a thread, some minutes after the start and then once a day. Sends no requests. Throws
 * CorruptDatabaseError if the file is damaged; the profile is notified too, and replaces the cache.
 */
export function createCacheCheckJob({ cache, clock }: Pick<SyncContext, 'cache' | 'clock'>): Job {
  const startedAt = clock.monotonic()
  let isChecked = false
  const untilFirstMs = (): number => Math.max(0, startedAt + afterStartMs - clock.monotonic())
  return {
    name: 'cache-check',
    title: m.sync_check_of_the_cache,
    needsNoConnection: true,
    async run({ requestedBy }) {
      if (requestedBy === 'schedule' && untilFirstMs() > 0) return
      await cache.check()
      isChecked = true
    },
    nextDelayMs: () => (isChecked ? dayMs : untilFirstMs()),
  }
}
