import type { SyncContext } from '../context.ts'
import { mayTrade } from '../followed.ts'
import type { Job } from '../job.ts'

const usualMs = 10 * 60_000
/** Well before the token ends, so that no other request meets a dead one. */
const earlyMs = 120_000
/** Nobody looks and nothing trades: a heartbeat is enough. Whoever needs a token meanwhile renews it. */
const idleMs = 30 * 60_000

/** Renews the session ahead of its end and keeps what the token is good for; without a connection, looks for one. */
export function createSessionJob(context: SyncContext): Job {
  const { broker, cache, clock, publish, attention } = context
  return {
    name: 'session',
    title: 'Session and permissions',
    probesConnection: true,
    async run({ signal }) {
      const details = await broker.renewSession({ purpose: 'person', signal })
      cache.sessionDetails.put(details, clock.now())
      if (details.accountIds.length > 0) {
        cache.accounts.removeExcept(details.accountIds)
        cache.orders.removeExcept(details.accountIds)
      }
      publish('connection.changed')
    },
    nextDelayMs() {
      if (!attention.isWatched && !mayTrade(context.readFollowed())) return idleMs
      const expiresAt = broker.session()?.expiresAt ?? null
      return expiresAt === null ? usualMs : Math.max(30_000, expiresAt - clock.now() - earlyMs)
    },
  }
}
