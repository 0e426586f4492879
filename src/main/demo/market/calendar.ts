import { dayMs, minuteMs } from '#shared/durations.ts'
import { venues, type Venue } from '../data/venues.ts'
import { dayAt, isWeekend, type Day } from '../values/day.ts'

/** One session of a trading schedule in UTC ms, start inclusive, end exclusive. */
export interface Session {
  readonly type: string
  readonly startAt: number
  readonly endAt: number
}

/** The trading day of an instant; times in UTC ms. */
export interface TradingDay {
  /** The last instant of trading at or before the requested one: it determines the price. */
  readonly at: number
  readonly openedAt: number
  readonly closesAt: number
  /** The end of the previous trading day. */
  readonly previousCloseAt: number
  readonly isOpen: boolean
  /** The type of the session at `at`. */
  readonly phase: string
}

type Override = { readonly kind: 'open'; readonly fromDay: Day } | { readonly kind: 'closed'; readonly at: number }

const isTrading = ({ type }: Session): boolean => type.endsWith('_TRADING')

/** The trading hours of all markets; a test can override them. */
export class Calendar {
  readonly #overrides = new Map<string, Override>()
  readonly #cache = new Map<string, { day: Day; sessions: readonly Session[] }>()

  constructor(alwaysOpen = false) {
    if (alwaysOpen) for (const mic of venues.keys()) this.#overrides.set(mic, { kind: 'open', fromDay: -Infinity })
  }

  /** Opens a market round the clock, starting on the local day of `at`. */
  open(mic: string, at: number): void {
    this.#override(mic, { kind: 'open', fromDay: this.localDay(mic, at) })
  }

  /** Closes a market from `at` on. */
  close(mic: string, at: number): void {
    this.#override(mic, { kind: 'closed', at })
  }

  /** Restores the market's regular hours. */
  restore(mic: string): void {
    this.#overrides.delete(mic)
    this.#cache.clear()
  }

  localDay(mic: string, at: number): Day {
    return dayAt(at + venueOf(mic).offsetMs(dayAt(at)))
  }

  /** All sessions of a local day, including the closed ones. */
  sessionsOn(mic: string, day: Day): readonly Session[] {
    const key = `${mic} ${day % 3}`
    const cached = this.#cache.get(key)
    if (cached?.day === day) return cached.sessions
    const sessions = this.#buildSessions(mic, day)
    this.#cache.set(key, { day, sessions })
    return sessions
  }

  isOpen(mic: string, at: number): boolean {
    return this.sessionsOn(mic, this.localDay(mic, at)).some(
      (session) => isTrading(session) && session.startAt <= at && at < session.endAt,
    )
  }

  /** The trading day of `at`, or the previous one before the market opens. */
  tradingDay(mic: string, at: number): TradingDay {
    const last = this.#lastTrading(mic, at)
    if (last === null) {
      return { at, openedAt: at, closesAt: at, previousCloseAt: at - dayMs, isOpen: false, phase: 'CLOSED' }
    }
    const trading = last.sessions.filter(isTrading)
    const openedAt = trading[0]?.startAt ?? last.at
    const before = this.#lastTrading(mic, openedAt - 1)
    return {
      at: last.at,
      openedAt,
      closesAt: trading.at(-1)?.endAt ?? last.at,
      previousCloseAt: before?.at ?? openedAt - 1,
      isOpen: last.at === at && at < last.session.endAt,
      phase: last.session.type,
    }
  }

  #override(mic: string, override: Override): void {
    venueOf(mic)
    this.#overrides.set(mic, override)
    this.#cache.clear()
  }

  #lastTrading(mic: string, at: number): { at: number; session: Session; sessions: readonly Session[] } | null {
    const today = this.localDay(mic, at)
    // A market that a test closed long ago has its last trading day before that.
    const override = this.#overrides.get(mic)
    const from = override?.kind === 'closed' ? Math.min(today, this.localDay(mic, override.at)) : today
    for (let day = from; day > from - 20; day--) {
      const sessions = this.sessionsOn(mic, day)
      const session = sessions.findLast((candidate) => isTrading(candidate) && candidate.startAt <= at)
      if (session !== undefined) return { at: Math.min(at, session.endAt), session, sessions }
    }
    return null
  }

  #buildSessions(mic: string, day: Day): readonly Session[] {
    const venue = venueOf(mic)
    const override = this.#overrides.get(mic)
    const startAt = day * dayMs - venue.offsetMs(day)
    const endAt = startAt + dayMs
    if (override?.kind === 'open' && day >= override.fromDay) return [{ type: 'CORE_TRADING', startAt, endAt }]
    const isHoliday = !venue.isAlwaysOpen && (isWeekend(day) || venue.holidays.includes(monthDay(day)))
    const regular = fillGaps(isHoliday ? [] : regularSessions(venue, startAt), startAt, endAt)
    if (override?.kind !== 'closed' || override.at >= endAt) return regular
    const until = Math.max(startAt, override.at)
    const remaining = regular.filter((session) => session.startAt < until)
    return fillGaps(
      remaining.map((session) => ({ ...session, endAt: Math.min(session.endAt, until) })),
      startAt,
      endAt,
    )
  }
}

function venueOf(mic: string): Venue {
  const venue = venues.get(mic)
  if (venue === undefined) throw new Error(`No hours for ${mic}`)
  return venue
}

const monthDay = (day: Day): string => new Date(day * dayMs).toISOString().slice(5, 10)

const regularSessions = (venue: Venue, startAt: number): readonly Session[] =>
  venue.sessions.map(([type, from, to]) => ({
    type,
    startAt: startAt + from * minuteMs,
    endAt: startAt + to * minuteMs,
  }))

/** Fills the gaps between sessions with CLOSED. */
function fillGaps(sessions: readonly Session[], startAt: number, endAt: number): readonly Session[] {
  const filled: Session[] = []
  let filledTo = startAt
  for (const session of sessions) {
    if (session.startAt > filledTo) filled.push({ type: 'CLOSED', startAt: filledTo, endAt: session.startAt })
    filled.push(session)
    filledTo = session.endAt
  }
  if (filledTo < endAt) filled.push({ type: 'CLOSED', startAt: filledTo, endAt })
  return filled
}
