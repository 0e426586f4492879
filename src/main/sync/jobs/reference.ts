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
    // What was read once can wait until a market opens, or somebody looks.
    freshMs: (_, isQuiet) => (isQuiet ? Infinity : weekMs),
    fetchedAt: (symbols) =>
      new Map(cache.instrumentDetails.getMany(symbols).map(({ details, fetchedAt }) => [details.symbol, fetchedAt])),
    // The value of a position and the currency of its profit are unknown without it.
    isMissedOnScreen: ({ isHeld }) => isHeld && context.attention.isWindowVisible,
    async read(symbol, options) {
      cache.instrumentDetails.put(await broker.call('getAsset', { symbol }, options), clock.now())
    },
    announce: () => publish('instruments.changed'),
  })
}

/**
 * Positions, whose value follows from it, what an alert waits for, and rates, whose quote currency it confirms. A row of a watchlist shows no more than the list of all
 * instruments brings: only what that has not, on screen at once, else once the list was read to its end. What is only on
 * screen is an instrument opened, which is read with all its parts, or a chain of hundreds of options.
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
