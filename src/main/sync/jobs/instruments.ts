import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts'
import type { SyncContext } from '../context.ts'
import type { Job } from '../scheduler/job.ts'
import { isQuiet, quietDelayMs } from '../quiet-hours.ts'
import { isRefusal } from '../is-refusal.ts'
import { noteMalformed } from '../../cache/tables/malformed-rows.ts'

/** "Sync now" does not read hundreds of pages again that were read a short time ago. */
const freshMs = hourMs
/** More pages than any service has: a list that never ends is given up. */
const maxPages = 20_000

/**
 * Walks through the list of all instruments once a day, a page a request: without `only_active`, for one walk then tells
 * of archived ones too, whose names old transactions need. Each page is kept together with the cursor behind it, so a
 * stop in the middle goes on from there. What a whole walk did not meet is gone.
 */
export function createInstrumentsJob(context: SyncContext): Job {
  const { broker, cache, clock, publish } = context
  const { instruments } = cache
  /** Of the last whole walk. One that ended in the future tells of a clock that was set back. */
  function endedAt(): number {
    const at = instruments.walk.read().endedAt ?? -Infinity
    return at > clock.now() ? -Infinity : at
  }

  /** Where the walk goes on. One that was left a day ago has met what may be gone by now. */
  function resume(): string | null {
    const { startedAt, cursor } = instruments.walk.read()
    if (startedAt !== null && Math.abs(clock.now() - startedAt) < dayMs) return cursor
    instruments.walk.begin(clock.now())
    return null
  }

  async function end(isWhole: boolean): Promise<void> {
    await instruments.endWalk(clock.now(), isWhole)
    publish('instruments.changed')
  }

  return {
    name: 'instruments',
    title: 'List of all instruments',
    async run(run) {
      const { startedAt, endedAt: lastEndedAt } = instruments.walk.read()
      // Hundreds of pages that nobody needs before a market opens or somebody looks, nor from a battery.
      if (run.askedBy === 'schedule' && lastEndedAt !== null && (isQuiet(context) || context.power.isSaving)) return
      const isUnderWay = startedAt !== null
      const keptMs = run.askedBy === 'person' ? freshMs : dayMs
      if (!isUnderWay && clock.now() < endedAt() + keptMs) return
      const seen = new Set<string>()
      let cursor = resume()
      for (let page = 0; page < maxPages; page++) {
        // Hundreds of pages: never before a person's other wishes, even when a person asked for them.
        const options = { purpose: 'background', signal: run.signal } as const
        const response = await broker.call('listAllAssets', { cursor }, options).catch((error: unknown) => {
          // A cursor that the service knows no longer: the next run begins from the start.
          if (isRefusal(error)) instruments.walk.abandon()
          throw error
        })
        noteMalformed(context, 'listAllAssets', response)
        const { content, malformed, nextCursor } = response
        const changed = await instruments.storePage({ content, malformedCount: malformed.length, nextCursor })
        if (changed > 0) publish('instruments.changed')
        if (nextCursor === null) return end(true)
        if (seen.has(nextCursor) || nextCursor === cursor) {
          cache.malformed.note('listAllAssets', 'next_cursor', 'repeats', clock.now())
          break
        }
        seen.add(nextCursor)
        cursor = nextCursor
      }
      // What lies behind cannot be read today: it is not gone for that.
      await end(false)
    },
    nextDelayMs: () =>
      Math.max(minuteMs, endedAt() + dayMs - clock.now(), isQuiet(context) ? quietDelayMs(context) : 0),
  }
}
