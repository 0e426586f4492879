import { minuteMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { SyncContext } from '../context.ts'
import { isQuiet, quietDelayMs } from '../quiet-hours.ts'
import type { Job } from '../scheduler/job.ts'

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
      if (requestedBy === 'user') broker.endHold()
      const details = await broker.renewSession({ purpose: 'user', signal })
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
