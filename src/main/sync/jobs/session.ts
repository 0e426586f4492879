import { minuteMs, hourMs, dayMs } from '../../../shared/durations.ts'
import { m } from '../../../shared/messages/messages.js'
import type { SyncContext } from '../context.ts'
import { isQuiet, quietDelayMs } from '../quiet-hours.ts'
import { type Job, purposeOf } from '../scheduler/job.ts'

const usualMs = 10 * minuteMs
/** The session is renewed this long before the token expires, so that no request uses an expired token. */
const earlyMs = 120_000

/** Renews the session before it expires and stores its permissions. Without a connection it tries to connect. */
export function createSessionJob(context: SyncContext): Job {
  const { broker, cache, clock, publish } = context
  return {
    name: 'session',
    title: m.sync_session_and_permissions,
    probesConnection: true,
    async run({ signal, requestedBy }) {
      if (requestedBy === 'person') broker.endHold()
      const details = await broker.renewSession({ purpose: 'person', signal })
      cache.sessionDetails.put(details, clock.now())
      if (details.accountIds.length > 0) {
        cache.accounts.removeExcept(details.accountIds)
        cache.orders.removeExcept(details.accountIds)
      }
      publish('connection.changed')
    },
    retryDelayMs() {
      const leftMs = broker.holdLeftMs()
      return leftMs > 0 ? leftMs : null
    },
    nextDelayMs() {
      // One request an hour is enough: any request that needs a token renews it.
      if (isQuiet(context)) return quietDelayMs(context)
      const { createdAt = null, expiresAt = null } = broker.session() ?? {}
      if (expiresAt === null) return usualMs
      // If the service states both times, its own clock counts: ours may be wrong by more than the life of a token.
      const lifeMs = expiresAt - (createdAt ?? clock.now())
      return lifeMs <= 0 ? usualMs : Math.max(30_000, lifeMs - earlyMs)
    },
  }
}

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
