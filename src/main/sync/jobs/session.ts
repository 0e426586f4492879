import { minuteMs } from '../../../shared/durations.ts'
import type { SyncContext } from '../context.ts'
import type { Job } from '../scheduler/job.ts'
import { isQuiet, quietDelayMs } from '../quiet-hours.ts'

const usualMs = 10 * minuteMs
/** Well before the token ends, so that no other request meets a dead one. */
const earlyMs = 120_000

/** Renews the session ahead of its end and keeps what the token is good for; without a connection, looks for one. */
export function createSessionJob(context: SyncContext): Job {
  const { broker, cache, clock, publish } = context
  return {
    name: 'session',
    title: 'Session and permissions',
    probesConnection: true,
    async run({ signal, askedBy }) {
      if (askedBy === 'person') broker.endHold()
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
      // A heartbeat is enough. Whoever needs a token meanwhile renews it.
      if (isQuiet(context)) return quietDelayMs(context)
      const { createdAt = null, expiresAt = null } = broker.session() ?? {}
      if (expiresAt === null) return usualMs
      // By the service's own clock where it tells both ends: ours may be wrong by more than a token lives.
      const lifeMs = expiresAt - (createdAt ?? clock.now())
      return lifeMs <= 0 ? usualMs : Math.max(30_000, lifeMs - earlyMs)
    },
  }
}
