import type { SyncContext } from '../context.ts'
import type { Job } from '../job.ts'
import { createPerSymbolJob } from './per-symbol.ts'

const weekMs = 7 * 86_400_000

/** Reads the reference data of followed instruments: names, lots, currencies, face values. Once a week is enough. */
export function createReferenceJob(context: SyncContext): Job {
  const { broker, cache, clock, publish } = context
  return createPerSymbolJob(context, {
    name: 'reference',
    title: 'Reference data of instruments followed',
    refusedMs: 3_600_000,
    freshMs: () => weekMs,
    fetchedAt: (symbols) =>
      new Map(cache.instrumentDetails.getMany(symbols).map(({ details, fetchedAt }) => [details.symbol, fetchedAt])),
    async read(symbol, options) {
      cache.instrumentDetails.put(await broker.call('getAsset', { symbol }, options), clock.now())
    },
    announce: () => publish('instruments.changed'),
  })
}
