import type { SyncContext } from '../context.ts'
import type { Job } from '../job.ts'
import { isRefusal } from '../refusal.ts'
import { noteMalformed } from '../set-aside.ts'

const name = 'instruments'
const dayMs = 86_400_000
/** More pages than any service has: a list that never ends is given up. */
const mostPages = 5_000

/**
 * Reads the list of all instruments, a page a request, once a day. The cursor is kept after each page, so that a
 * stop in the middle goes on from there.
 */
export function createInstrumentsJob(context: SyncContext): Job {
  const { broker, cache, clock, publish } = context
  const finishedAt = (): number => cache.syncStates.get(`${name}.whole`)?.lastSucceeded ?? -Infinity
  return {
    name,
    title: 'List of all instruments',
    async run(run) {
      if (run.askedBy === 'schedule' && clock.now() - finishedAt() < dayMs) return
      const seen = new Set<string>()
      let cursor = cache.syncStates.get(name)?.cursor ?? null
      for (let page = 0; page < mostPages; page++) {
        // Hundreds of pages: never before a person's other wishes, even when a person asked for them.
        const options = { purpose: 'background', signal: run.signal } as const
        const answer = await broker.call('listAllAssets', { cursor }, options).catch((error: unknown) => {
          // A cursor that the service knows no longer: the next run begins from the start.
          if (isRefusal(error)) cache.syncStates.setCursor(name, null)
          throw error
        })
        noteMalformed(context, 'listAllAssets', answer)
        await cache.instruments.upsertAll(answer.rows)
        publish('instruments.changed')
        cursor = answer.nextCursor
        cache.syncStates.setCursor(name, cursor)
        if (cursor === null || seen.has(cursor)) break
        seen.add(cursor)
      }
      cache.syncStates.setCursor(name, null)
      cache.syncStates.succeed(`${name}.whole`, clock.now())
    },
    nextDelayMs: () => Math.max(60_000, finishedAt() + dayMs - clock.now()),
  }
}
