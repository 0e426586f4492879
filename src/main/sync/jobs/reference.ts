import type { SyncContext } from '../context.ts'
import type { Job } from '../job.ts'
import { createPerSymbolJob } from './per-symbol.ts'

const weekMs = 7 * 86_400_000

/** Reads the reference data of what is held and watched: names, lots, currencies, face values. Once a week is enough. */
export function createReferenceJob(context: SyncContext): Job {
  const { broker, cache, clock, publish } = context
  return createPerSymbolJob(context, {
    name: 'reference',
    title: 'Reference data of what is held and watched',
    refusedMs: 3_600_000,
    // What is only on screen is an instrument opened, which is read with all its parts, or a chain of hundreds of options.
    choose: (followed) => followed.filter(({ isHeld, isWatched }) => isHeld || isWatched),
    // What was read once can wait until a market opens, or somebody looks.
    freshMs: (_, isQuiet) => (isQuiet ? Infinity : weekMs),
    fetchedAt: (symbols) =>
      new Map(cache.instrumentDetails.getMany(symbols).map(({ details, fetchedAt }) => [details.symbol, fetchedAt])),
    async read(symbol, options) {
      cache.instrumentDetails.put(await broker.call('getAsset', { symbol }, options), clock.now())
    },
    announce: () => publish('instruments.changed'),
  })
}
