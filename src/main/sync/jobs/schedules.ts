import { hourMs, minuteMs } from '../../../shared/durations.ts'
import { micOf } from '../../insight/market/market-data-permission.ts'
import type { SyncContext } from '../context.ts'
import type { Followed } from '../interest/followed.ts'
import type { Job } from '../scheduler/job.ts'
import { isRefusal } from '../is-refusal.ts'
import { createPerSymbolJob } from './per-symbol.ts'

const freshMs = 12 * hourMs
/** A schedule that has run out is asked for again, but not more often than this. */
const againMs = 15 * minuteMs
/** Instruments of a market that are tried in that time when one has no schedule. */
const maxTries = 3
/** From one verification of a shared schedule to the next, while somebody looks. */
const verifyEveryMs = minuteMs

/**
 * Reads when followed instruments trade. One instrument stands for all of its market and type: the others share its schedule,
 * and are verified at leisure, one a minute. A schedule is read again twice a day or when it runs out; while nobody looks,
 * nothing is asked of a market that is closed.
 */
export function createSchedulesJob(context: SyncContext): Job {
  const { attention } = context
  const shared = new SharedSchedules(context)

  function keptMs({ market, sessions }: Followed): number {
    if (attention.isWindowVisible || sessions === null) return market.state === 'unknown' ? againMs : freshMs
    if (market.state === 'closed') return Infinity
    return market.state === 'open' || sessions.length === 0 ? freshMs : againMs
  }

  const job = createPerSymbolJob(context, {
    name: 'schedules',
    title: 'Trading schedules',
    choose: (followed) => shared.choose(followed),
    refusedMs: againMs,
    freshMs: keptMs,
    fetchedAt: (symbols) => shared.readAt(symbols),
    read: (symbol, options) => shared.read(symbol, options),
    announce: () => context.publish('schedules.changed'),
  })
  return {
    ...job,
    async run(run) {
      // What was listed since shares a schedule that is known.
      if (shared.copyKnown(context.readFollowed())) context.publish('schedules.changed')
      await job.run(run)
    },
  }
}

/** Which instruments stand for others. What was read of an instrument itself is known since this start only. */
class SharedSchedules {
  readonly #context: SyncContext
  /** UTC ms of its own response, by symbol, refusals too. */
  readonly #readAt = new Map<string, number>()
  #verifiedAt = -Infinity

  constructor(context: SyncContext) {
    this.#context = context
  }

  readAt(symbols: readonly string[]): ReadonlyMap<string, number> {
    const { cache, attention } = this.#context
    // While nobody looks, a shared schedule is as good as its own.
    if (!attention.isWindowVisible)
      return new Map(cache.schedules.getMany(symbols).map(({ symbol, fetchedAt }) => [symbol, fetchedAt]))
    return new Map(
      symbols.flatMap((symbol) => {
        const at = this.#readAt.get(symbol)
        return at === undefined ? [] : [[symbol, at] as const]
      }),
    )
  }

  async read(symbol: string, options: Parameters<SyncContext['broker']['call']>[2]): Promise<void> {
    const { broker, cache, clock } = this.#context
    try {
      const { sessions } = await broker.call('getSchedule', { symbol }, options)
      cache.schedules.put(symbol, sessions, clock.now())
      this.#noteRead(symbol)
      this.copyKnown(this.#context.readFollowed())
    } catch (error) {
      if (isRefusal(error)) {
        this.#noteRead(symbol)
        // That the service has none is known from now on: an instrument without a schedule keeps nobody awake.
        const known = cache.schedules.get(symbol)?.sessions ?? []
        if (known.length === 0) cache.schedules.put(symbol, [], clock.now())
      }
      throw error
    }
  }

  /** Gives each instrument that was not read itself the newest schedule of its market and type. Whether that changed anything. */
  copyKnown(followed: readonly Followed[]): boolean {
    const { schedules } = this.#context.cache
    const stored = new Map(
      schedules.getMany(followed.map(({ symbol }) => symbol)).map((instrument) => [instrument.symbol, instrument]),
    )
    let changes = false
    for (const group of this.#groupsOf(followed)) {
      const [newest] = group
        .flatMap(({ symbol }) => stored.get(symbol) ?? [])
        .filter(({ symbol, sessions }) => this.#readAt.has(symbol) && sessions.length > 0)
        .sort((a, b) => b.fetchedAt - a.fetchedAt)
      if (newest === undefined) continue
      for (const { symbol } of group) {
        const isOwn = this.#readAt.has(symbol) && (stored.get(symbol)?.sessions.length ?? 0) > 0
        if (isOwn || stored.get(symbol)?.fetchedAt === newest.fetchedAt) continue
        schedules.put(symbol, newest.sessions, newest.fetchedAt)
        changes = true
      }
    }
    return changes
  }

  /** Who is to be asked: where nothing is known of a market, those that stand for it; else one that shares, now and then. */
  choose(followed: readonly Followed[]): readonly Followed[] {
    const { attention, clock } = this.#context
    const groups = this.#groupsOf(followed)
    const standIns = groups.flatMap((group) => (this.#isKnown(group) ? [] : this.#standInsOf(group)))
    if (!attention.isWindowVisible || clock.monotonic() - this.#verifiedAt < verifyEveryMs) return standIns
    const unverified = groups
      .flat()
      .find((instrument) => !this.#readAt.has(instrument.symbol) && !standIns.includes(instrument))
    return unverified === undefined ? standIns : [...standIns, unverified]
  }

  #isKnown(group: readonly Followed[]): boolean {
    const now = this.#context.clock.now()
    const { isWindowVisible } = this.#context.attention
    return group.some(
      ({ symbol, market }) =>
        market.state !== 'unknown' && (!isWindowVisible || now - (this.#readAt.get(symbol) ?? -Infinity) < freshMs),
    )
  }

  /** The first that was not tried lately; none once enough of them were. */
  #standInsOf(group: readonly Followed[]): readonly Followed[] {
    const now = this.#context.clock.now()
    const isTried = ({ symbol }: Followed): boolean => now - (this.#readAt.get(symbol) ?? -Infinity) < againMs
    if (group.filter(isTried).length >= maxTries) return []
    return group.filter((instrument) => !isTried(instrument)).slice(0, 1)
  }

  /** Groups by market and type. Instruments that are only on screen, such as the options of a chain, need no schedule of their own: one per market stands for them. */
  #groupsOf(followed: readonly Followed[]): readonly (readonly Followed[])[] {
    const { instruments } = this.#context.cache
    const own = followed.filter(({ isHeld, isInWatchlist }) => isHeld || isInWatchlist)
    const types = new Map(
      instruments.getMany(own.map(({ symbol }) => symbol)).map(({ symbol, type }) => [symbol, type]),
    )
    const groups = new Map<string, Followed[]>()
    const add = (key: string, instrument: Followed): void =>
      void groups.set(key, [...(groups.get(key) ?? []), instrument])
    for (const instrument of own) add(`${micOf(instrument.symbol)} ${types.get(instrument.symbol) ?? ''}`, instrument)
    const mics = new Set(own.map(({ symbol }) => micOf(symbol)))
    for (const instrument of followed) {
      const mic = micOf(instrument.symbol)
      if (instrument.isHeld || instrument.isInWatchlist || mics.has(mic)) continue
      mics.add(mic)
      add(mic, instrument)
    }
    return [...groups.values()]
  }

  #noteRead(symbol: string): void {
    const { clock } = this.#context
    if (this.#readAt.size > 0) this.#verifiedAt = clock.monotonic()
    this.#readAt.set(symbol, clock.now())
  }
}
