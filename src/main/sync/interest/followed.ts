import { minuteMs } from '#shared/durations.ts'
import { hasMarket } from '#shared/has-market.ts'
import { Settings } from '#shared/model/app/settings.ts'
import type { TradingSession } from '#shared/model/instrument.ts'
import type { MarketState } from '#shared/model/watchlist.ts'
import type { Cache } from '../../cache/cache.ts'
import { readRateSettings } from '../../currency/rate-settings.ts'
import { readRateSymbols, type RateSource } from '../../currency/read-rates.ts'
import { micOf } from '../../insight/market/market-data-permission.ts'
import { knownSessions, marketState } from '../../insight/market/market-state.ts'
import { heldPositions } from '../../insight/portfolio/account-summary.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Clock } from '../../time/clock.ts'
import type { Attention } from './attention.ts'

/** An instrument that is on screen, held or watched, and the state of its market. */
export interface Followed {
  readonly symbol: string
  readonly isHeld: boolean
  /** It is in a watchlist, an alert uses it, or the tray shows it. */
  readonly isInWatchlist: boolean
  readonly isVisible: boolean
  /** An alert uses its price, or the tray shows it: it is requested even without a visible window. */
  readonly isAwaited: boolean
  /** Its price converts amounts into another currency. */
  readonly isRate: boolean
  /** Its schedule. For an instrument that is only on screen, such as an option of a chain, the schedule of another instrument of its market. */
  readonly sessions: readonly TradingSession[] | null
  readonly market: MarketState
}

interface Sources extends RateSource {
  readonly cache: Pick<Cache, 'schedules'> & RateSource['cache']
  readonly journal: Pick<Journal, 'watchlists' | 'alerts'> & RateSource['journal']
  readonly attention: Attention
  readonly clock: Clock
}

/** Positions and schedules change seldom but are needed several times a second: they are read from the cache at most once in this time. */
const freshMs = 1_000

/**
 * The used currencies change seldom, and finding their rates reads all accounts. A change of settings has an immediate
 * effect. So has each page of the first list of all instruments, because it may contain a rate.
 */
const ratesFreshMs = 10_000
/** For this time after a list of all instruments, its rates are chosen again each second: one may turn out to have no price. */
const settlingMs = minuteMs

/** All instruments of a market that are on screen, a rate, held or watched, each once, in this order of importance: a rate changes all totals. */
export function createFollowedReader({ cache, journal, problems, attention, clock }: Sources): () => Followed[] {
  const readHeld = cached(clock, () => {
    const accounts = cache.accounts.list()
    return new Set(accounts.flatMap(({ account }) => heldPositions(account).map(({ symbol }) => symbol)))
  })
  const readRates = cached(
    clock,
    (settingsKey: string) => ({
      settingsKey,
      at: clock.monotonic(),
      symbols: new Set(readRateSymbols({ cache, journal, problems })),
    }),
    ratesFreshMs,
  )
  const readSessions = cached(clock, (symbols: readonly string[]) => {
    const stored = new Map(
      cache.schedules.getMany(symbols).map((schedule) => [schedule.symbol, knownSessions(schedule)]),
    )
    return new Map(symbols.map((symbol) => [symbol, stored.get(symbol) ?? null]))
  })
  return () => {
    const visible = attention.visibleSymbols
    // The first positions count at once.
    const held = readHeld(undefined, (stored) => stored.size > 0)
    const listed = journal.watchlists.list().flatMap((list) => list.symbols)
    const inTray = journal.settings.get('tray', Settings.shape.tray)?.symbols ?? []
    const awaited = new Set([...journal.alerts.symbols(clock.now()), ...inTray])
    const watched = new Set([...listed, ...awaited])
    const { cursor, endedAt } = cache.instruments.download.read()
    const settingsKey = JSON.stringify([readRateSettings(journal.settings), endedAt === null ? cursor : null])
    const isSettling = endedAt === null || Math.abs(clock.now() - endedAt) < settlingMs
    const { symbols: rates } = readRates(
      settingsKey,
      (stored) => stored.settingsKey === settingsKey && !(isSettling && clock.monotonic() - stored.at >= freshMs),
    )
    const symbols = [...new Set([...visible, ...rates, ...held, ...watched])].filter(hasMarket)
    // If a symbol was added meanwhile, the schedules are read again.
    const sessionsBySymbol = readSessions(symbols, (stored) => symbols.every((symbol) => stored.has(symbol)))
    const now = clock.now()
    const sessionsByMic = new Map(
      symbols.flatMap((symbol) => {
        const sessions = sessionsBySymbol.get(symbol) ?? null
        return sessions === null ? [] : [[micOf(symbol), sessions] as const]
      }),
    )
    const closings = readClosings(sessionsBySymbol, now)
    return symbols.map((symbol) => {
      const isOnlyVisible = !held.has(symbol) && !watched.has(symbol) && !rates.has(symbol)
      const own = sessionsBySymbol.get(symbol) ?? null
      const sessions = own ?? (isOnlyVisible ? (sessionsByMic.get(micOf(symbol)) ?? null) : null)
      const state = marketState(sessions, now)
      const hasRunOut = own !== null && state.state === 'unknown'
      // With a visible window each instrument needs its own schedule, which is then read again.
      const closing = hasRunOut && !attention.isWindowVisible ? closings.get(micOf(symbol)) : undefined
      return {
        symbol,
        isHeld: held.has(symbol),
        isInWatchlist: watched.has(symbol),
        isVisible: visible.has(symbol),
        isAwaited: awaited.has(symbol),
        isRate: rates.has(symbol),
        sessions,
        market: closing ?? state,
      }
    })
  }
}

/**
 * The markets that are closed according to the schedule of one of their instruments, by MIC. All schedules end at the end of a
 * day: a newer schedule of the same market then shows that the other instruments need no request at night.
 */
function readClosings(
  sessionsBySymbol: ReadonlyMap<string, readonly TradingSession[] | null>,
  now: number,
): ReadonlyMap<string, MarketState> {
  const closings = new Map<string, MarketState>()
  const open = new Set<string>()
  for (const [symbol, sessions] of sessionsBySymbol) {
    const state = marketState(sessions, now)
    const mic = micOf(symbol)
    if (state.state === 'open') open.add(mic)
    if (state.state === 'closed' && (closings.get(mic)?.changesAt ?? Infinity) >= (state.changesAt ?? Infinity))
      closings.set(mic, state)
  }
  for (const mic of open) closings.delete(mic)
  return closings
}

type Cached<P, T> = (params: P, isEnough?: (stored: T) => boolean) => T

function cached<T>(clock: Clock, read: () => T): Cached<void, T>
function cached<P, T>(clock: Clock, read: (params: P) => T, forMs?: number): Cached<P, T>
function cached<P, T>(clock: Clock, read: (params: P) => T, forMs = freshMs): Cached<P, T> {
  let last: { readonly value: T; readonly at: number } | null = null
  return (params, isEnough = () => true) => {
    const now = clock.monotonic()
    if (last === null || now - last.at >= forMs || !isEnough(last.value)) last = { value: read(params), at: now }
    return last.value
  }
}

/** Whether an instrument is followed only as a rate. Its market does not count for the user's instruments. */
export const isOnlyRate = ({ isRate, isHeld, isInWatchlist, isVisible }: Followed): boolean =>
  isRate && !isHeld && !isInWatchlist && !isVisible

/** Milliseconds until the first closed market opens; infinite if no opening is known. */
export const opensInMs = (followed: readonly Followed[], now: number): number =>
  followed.reduce(
    (first, { market }) => (market.state === 'closed' ? Math.min(first, (market.changesAt ?? Infinity) - now) : first),
    Infinity,
  )

/**
 * Whether any followed instrument trades now or may trade: an unknown schedule counts as open. An instrument for which
 * the service has no schedule counts only if there is no other instrument, and an instrument that is only a rate never
 * counts.
 */
export function mayTrade(followed: readonly Followed[]): boolean {
  const own = followed.filter((instrument) => !isOnlyRate(instrument))
  const withSchedule = own.filter(({ sessions, market }) => market.state !== 'unknown' || sessions?.length !== 0)
  return (withSchedule.length > 0 ? withSchedule : own).some(({ market }) => market.state !== 'closed')
}
