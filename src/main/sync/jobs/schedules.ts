import { hourMs, minuteMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import { micOf } from '../../insight/market/market-data-permission.ts'
import type { SyncContext } from '../context.ts'
import type { Followed } from '../interest/followed.ts'
import { type Job, isRefusal } from '../scheduler/job.ts'
import { createPerSymbolJob } from './per-symbol.ts'

const freshMs = 12 * hourMs
/** A schedule that does not cover the present is requested again, but not more often than this. */
const againMs = 15 * minuteMs
/** The maximum number of instruments of a market that are tried in that time, if they have no schedule. */
const maxTries = 3
/** The time between two verifications of shared schedules, while a window is visible. */
const verifyEveryMs = minuteMs

/**
 * Reads the trading schedules of followed instruments. One instrument represents all of its market and type: the others share
 * its schedule, and one of them is verified each minute. A schedule is read again twice a day or when it does not cover the
 * present. Without a visible window, closed markets need no requests.
 */
export function createSchedulesJob(context: SyncContext): Job {
  const { attention } = context
  const shared = new SharedSchedules(context)

  function freshMsOf({ market, sessions }: Followed): number {
    if (attention.isWindowVisible || sessions === null) return market.state === 'unknown' ? againMs : freshMs
    if (market.state === 'closed') return Infinity
    return market.state === 'open' || sessions.length === 0 ? freshMs : againMs
  }

  const job = createPerSymbolJob(context, {
    name: 'schedules',
    title: m.sync_trading_schedules,
    choose: (followed) => shared.choose(followed),
    refusedMs: againMs,
    freshMs: freshMsOf,
    fetchedAt: (symbols) => shared.readAt(symbols),
    read: (symbol, options) => shared.read(symbol, options),
    announce: () => context.publish('schedules.changed'),
  })
  return {
    ...job,
    async run(run) {
      // An instrument added meanwhile gets a schedule that is already known.
      if (shared.copyKnown(context.readFollowed())) context.publish('schedules.changed')
      await job.run(run)
    },
  }
}

/** Decides which instruments represent others. It knows only since the start of the app which schedules are an instrument's own. */
class SharedSchedules {
  readonly #context: SyncContext
  /** UTC ms of an instrument's own response, refusals included, by symbol. */
  readonly #readAt = new Map<string, number>()
  #verifiedAt = -Infinity

  constructor(context: SyncContext) {
    this.#context = context
  }

  readAt(symbols: readonly string[]): ReadonlyMap<string, number> {
    const { cache, attention } = this.#context
    // Without a visible window a shared schedule is sufficient.
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
        // An empty schedule is stored: an instrument without a schedule must not cause repeated requests.
        const known = cache.schedules.get(symbol)?.sessions ?? []
        if (known.length === 0) cache.schedules.put(symbol, [], clock.now())
      }
      throw error
    }
  }

  /** Gives each instrument without its own schedule the newest schedule of its market and type. Returns whether anything changed. */
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

  /** The instruments to read: representatives of markets without a known schedule, and at intervals one instrument with a shared schedule. */
  choose(followed: readonly Followed[]): readonly Followed[] {
    const { attention, clock } = this.#context
    const groups = this.#groupsOf(followed)
    const representatives = groups.flatMap((group) => (this.#isKnown(group) ? [] : this.#representativesOf(group)))
    if (!attention.isWindowVisible || clock.monotonic() - this.#verifiedAt < verifyEveryMs) return representatives
    const unverified = groups
      .flat()
      .find((instrument) => !this.#readAt.has(instrument.symbol) && !representatives.includes(instrument))
    return unverified === undefined ? representatives : [...representatives, unverified]
  }

  #isKnown(group: readonly Followed[]): boolean {
    const now = this.#context.clock.now()
    const { isWindowVisible } = this.#context.attention
    return group.some(
      ({ symbol, market }) =>
        market.state !== 'unknown' && (!isWindowVisible || now - (this.#readAt.get(symbol) ?? -Infinity) < freshMs),
    )
  }

  /** The first instrument that was not tried recently; none if enough were tried. */
  #representativesOf(group: readonly Followed[]): readonly Followed[] {
    const now = this.#context.clock.now()
    const isTried = ({ symbol }: Followed): boolean => now - (this.#readAt.get(symbol) ?? -Infinity) < againMs
    if (group.filter(isTried).length >= maxTries) return []
    return group.filter((instrument) => !isTried(instrument)).slice(0, 1)
  }

  /** Groups by market and type. Instruments that are only on screen, such as the options of a chain, share the schedule of one instrument per market. */
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
