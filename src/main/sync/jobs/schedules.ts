import { micOf } from '../../insight/market-data-permission.ts'
import type { SyncContext } from '../context.ts'
import type { Followed } from '../followed.ts'
import type { Job } from '../job.ts'
import { isRefusal } from '../refusal.ts'
import { createPerSymbolJob } from './per-symbol.ts'

const freshMs = 12 * 3_600_000
/** A schedule that has run out is asked for again, but not more often than this. */
const againMs = 15 * 60_000

/**
 * Reads when followed instruments trade, each again twice a day or when its schedule runs out. While nobody looks, nothing
 * is asked of a market that is closed; and where the schedules of a market have run out, one of them at a time.
 */
export function createSchedulesJob(context: SyncContext): Job {
  const { broker, cache, clock, publish, attention } = context

  function keptMs({ market, sessions }: Followed): number {
    if (attention.isWatched || sessions === null) return market.state === 'unknown' ? againMs : freshMs
    if (market.state === 'closed') return Infinity
    return market.state === 'open' || sessions.length === 0 ? freshMs : againMs
  }

  return createPerSymbolJob(context, {
    name: 'schedules',
    title: 'Trading schedules',
    choose: (followed) => chooseScheduled(attention.isWatched ? followed : chooseScouts(followed, clock.now())),
    refusedMs: againMs,
    freshMs: keptMs,
    fetchedAt: (symbols) =>
      new Map(cache.schedules.getMany(symbols).map((stored) => [stored.symbol, stored.fetchedAt])),
    async read(symbol, options) {
      try {
        const { sessions } = await broker.call('getSchedule', { symbol }, options)
        cache.schedules.put(symbol, sessions, clock.now())
      } catch (error) {
        // That the service has none is known from now on: an instrument that it cannot tell of keeps nobody awake.
        const known = cache.schedules.get(symbol)?.sessions ?? []
        if (isRefusal(error) && known.length === 0) cache.schedules.put(symbol, [], clock.now())
        throw error
      }
    },
    announce: () => publish('schedules.changed'),
  })
}

/** Of the schedules of a market that have all run out one, in turn: should it open, the others are asked for too. */
function chooseScouts(followed: readonly Followed[], now: number): readonly Followed[] {
  const open = new Set(followed.flatMap(({ symbol, market }) => (market.state === 'open' ? [micOf(symbol)] : [])))
  const hasRunOut = ({ symbol, sessions, market }: Followed): boolean =>
    market.state === 'unknown' && sessions !== null && !open.has(micOf(symbol))
  const runOut = new Map<string, Followed[]>()
  for (const one of followed.filter(hasRunOut))
    runOut.set(micOf(one.symbol), [...(runOut.get(micOf(one.symbol)) ?? []), one])
  const turn = Math.floor(now / againMs)
  const scouts = new Set([...runOut.values()].map((group) => group[turn % group.length]))
  return followed.filter((one) => !hasRunOut(one) || scouts.has(one))
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
