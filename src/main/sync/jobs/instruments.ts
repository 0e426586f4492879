import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { Purpose } from '#shared/model/app/usage.ts'
import { noteMalformed } from '../../cache/tables/malformed-rows.ts'
import type { SyncContext } from '../context.ts'
import { isQuiet, quietDelayMs } from '../quiet-hours.ts'
import { missedPurpose, type Job, isRefusal } from '../scheduler/job.ts'

/** "Sync now" does not repeat a download that ended less than this ago: it takes hundreds of pages. */
const freshMs = hourMs
/** No service has more pages: a list that never ends is abandoned. */
const maxPages = 20_000
/** The maximum number of pages that are read before prices to find a rate. */
const maxMissedPages = 50

/**
 * Reads the list of all instruments once a day, one page per request. It does not set `only_active`, so that the list includes
 * archived instruments, whose names old transactions need. Each page is stored together with the cursor of the next one, so an
 * interrupted download continues from there. An instrument that a complete download did not find counts as removed.
 *
 * `lacksRate`: whether a total is unknown because one of its rates is unknown. The list may contain the instrument of that rate. So while
 * a window is visible, the first download then does not wait behind other work.
 */
export function createInstrumentsJob(context: SyncContext, lacksRate: () => boolean): Job {
  const { broker, cache, clock, publish } = context
  const { instruments } = cache
  /** The end of the last download. An end in the future means that the clock was set back: it is ignored. */
  function endedAt(): number {
    const at = instruments.download.read().endedAt ?? -Infinity
    return at > clock.now() ? -Infinity : at
  }

  /** The cursor from which the download continues. A download that started a day ago may contain removed instruments: it starts again. */
  function resume(): string | null {
    const { startedAt, cursor } = instruments.download.read()
    if (startedAt !== null && Math.abs(clock.now() - startedAt) < dayMs) return cursor
    instruments.download.begin(clock.now())
    return null
  }

  async function end(isComplete: boolean): Promise<void> {
    await instruments.endDownload(clock.now(), isComplete)
    publish('instruments.changed')
  }

  /** Hundreds of pages must not delay the user's other requests, even if the user started the job. */
  function purposeOfPage(page: number): Purpose {
    const isFirst = instruments.download.read().endedAt === null && page < maxMissedPages
    const isMissed = isFirst && context.attention.isWindowVisible && lacksRate()
    return isMissed ? missedPurpose(context.readBudget(), 'background') : 'background'
  }

  return {
    name: 'instruments',
    title: m.sync_list_of_all_instruments,
    async run(run) {
      const { startedAt, endedAt: lastEndedAt } = instruments.download.read()
      // These hundreds of pages can wait until a market opens or a window becomes visible, and are not read on battery.
      if (run.requestedBy === 'schedule' && lastEndedAt !== null && (isQuiet(context) || context.power.isSaving)) return
      const isUnderWay = startedAt !== null
      const minAgeMs = run.requestedBy === 'user' ? freshMs : dayMs
      if (!isUnderWay && clock.now() < endedAt() + minAgeMs) return
      const seen = new Set<string>()
      let cursor = resume()
      for (let page = 0; page < maxPages; page++) {
        const options = { purpose: purposeOfPage(page), signal: run.signal }
        const response = await broker.call('listAllAssets', { cursor }, options).catch((error: unknown) => {
          // The service no longer knows the cursor: the next run starts from the first page.
          if (isRefusal(error)) instruments.download.abandon()
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
      // The remaining pages cannot be read today, but their instruments do not count as removed.
      await end(false)
    },
    nextDelayMs: () =>
      Math.max(minuteMs, endedAt() + dayMs - clock.now(), isQuiet(context) ? quietDelayMs(context) : 0),
  }
}
