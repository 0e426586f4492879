import { minuteMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { SyncContext } from '../context.ts'
import { type Job, purposeOf } from '../scheduler/job.ts'

const watchedMs = 2 * minuteMs

/** Reads the service's own quotas for the request meter and the health screen while a window is visible. */
export function createUsageJob({ broker, cache, attention, clock, publish }: SyncContext): Job {
  return {
    name: 'usage',
    title: m.sync_the_services_own_quotas,
    async run(run) {
      const { quotas } = await broker.call(
        'getUsage',
        {},
        { purpose: purposeOf(run, 'background'), signal: run.signal },
      )
      cache.quotas.replace(quotas, clock.now())
      publish('budget.changed')
    },
    nextDelayMs: () => (attention.isWindowVisible ? watchedMs : null),
  }
}
