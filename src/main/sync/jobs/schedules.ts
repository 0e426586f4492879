import { micOf } from '../../insight/market-data-permission.ts'
import type { SyncContext } from '../context.ts'
import type { Followed } from '../followed.ts'
import type { Job } from '../job.ts'
import { createPerSymbolJob } from './per-symbol.ts'

const freshMs = 12 * 3_600_000
/** A schedule that has run out is asked for again, but not more often than this. */
const againMs = 15 * 60_000

/** Reads when followed instruments trade, each again twice a day or when its schedule runs out. */
export function createSchedulesJob(context: SyncContext): Job {
  const { broker, cache, clock, publish } = context
  return createPerSymbolJob(context, {
    name: 'schedules',
    title: 'Trading schedules',
    choose: chooseScheduled,
    refusedMs: againMs,
    freshMs: ({ market }) => (market.state === 'unknown' ? againMs : freshMs),
    fetchedAt: (symbols) =>
      new Map(cache.schedules.getMany(symbols).map((stored) => [stored.symbol, stored.fetchedAt])),
    async read(symbol, options) {
      const { sessions } = await broker.call('getSchedule', { symbol }, options)
      cache.schedules.put(symbol, sessions, clock.now())
    },
    announce: () => publish('schedules.changed'),
  })
}

/** All that is held or watched; of what is only on screen, one a market, as long as nothing is known of that market. */
function chooseScheduled(followed: readonly Followed[]): readonly Followed[] {
  const others = new Set<string>()
  return followed.filter(({ symbol, isHeld, isWatched, market }) => {
    if (isHeld || isWatched) return true
    const mic = micOf(symbol)
    if (market.state !== 'unknown' || others.has(mic)) return false
    others.add(mic)
    return true
  })
}
