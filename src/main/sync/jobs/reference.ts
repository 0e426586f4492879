import { dayMs, hourMs } from '../../../shared/durations.ts'
import type { SyncContext } from '../context.ts'
import type { Followed } from '../interest/followed.ts'
import type { Job } from '../scheduler/job.ts'
import { createPerSymbolJob } from './per-symbol.ts'

const weekMs = 7 * dayMs

/** Reads the reference data of held and watched instruments: names, lots, currencies, face values. Once a week is enough. */
export function createReferenceJob(context: SyncContext): Job {
  const { broker, cache, clock, publish } = context
  return createPerSymbolJob(context, {
    name: 'reference',
    title: 'Reference data of held and watched instruments',
    refusedMs: hourMs,
    choose: (followed) => chooseReference(followed, cache),
    // Data that were read before can wait until a market opens or a window becomes visible.
    freshMs: (_, isQuiet) => (isQuiet ? Infinity : weekMs),
    fetchedAt: (symbols) =>
      new Map(cache.instrumentDetails.getMany(symbols).map(({ details, fetchedAt }) => [details.symbol, fetchedAt])),
    // Without it the value of a position and the currency of its profit are unknown; without a rate the totals are.
    isMissedOnScreen: ({ isHeld, isRate }) => (isHeld || isRate) && context.attention.isWindowVisible,
    async read(symbol, options) {
      cache.instrumentDetails.put(await broker.call('getAsset', { symbol }, options), clock.now())
    },
    announce: () => publish('instruments.changed'),
  })
}

/**
 * Positions, whose value depends on reference data, instruments with an alert, and rates, whose quote currency it confirms. A watchlist row shows only what the list of
 * all instruments contains, so its instrument is read only if it is not in that list: at once if it is on screen, otherwise
 * after the list was read completely. Instruments that are only on screen are excluded: an opened instrument is read with all
 * its parts, and a chain has hundreds of options.
 */
function chooseReference(
  followed: readonly Followed[],
  { instruments }: Pick<SyncContext['cache'], 'instruments'>,
): readonly Followed[] {
  const isWhole = instruments.walk.read().endedAt !== null
  const rows = followed.filter(({ isHeld, isInWatchlist, isRate }) => isHeld || isInWatchlist || isRate)
  const listed = new Set(instruments.getMany(rows.map(({ symbol }) => symbol)).map(({ symbol }) => symbol))
  return rows.filter(
    ({ symbol, isHeld, isAwaited, isRate, isVisible }) =>
      isHeld || isAwaited || isRate || (!listed.has(symbol) && (isVisible || isWhole)),
  )
}
