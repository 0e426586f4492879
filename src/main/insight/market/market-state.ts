import { dayMs } from '#shared/durations.ts'
import type { ConnectionState } from '#shared/model/app/connection.ts'
import type { TradingSession } from '#shared/model/instrument.ts'
import type { MarketState } from '#shared/model/watchlist.ts'
import { isClosedSession } from '#shared/text/service/known-values.ts'

/** The valid sessions: empty ones, and those that end before they start, are left out. */
const readable = (sessions: readonly TradingSession[] | null): TradingSession[] =>
  (sessions ?? []).filter((session) => session.endAt > session.startAt)

/**
 * Returns whether an instrument trades at `now` (UTC ms), and when this changes. Sessions may overlap or leave gaps:
 * the market is open during each session that is not CLOSED, closed in a gap between known sessions, and `unknown`
 * before the first and after the last one.
 */
export function marketState(sessions: readonly TradingSession[] | null, now: number): MarketState {
  const known = readable(sessions)
  const covered = known.some((session) => session.startAt <= now) && known.some((session) => session.endAt > now)
  if (!covered) return { state: 'unknown', changesAt: null }
  const trading = known.filter((session) => !isClosedSession(session)).sort((a, b) => a.startAt - b.startAt)
  const open = trading.filter((session) => session.startAt <= now && now < session.endAt)
  if (open.length === 0)
    return { state: 'closed', changesAt: trading.find((session) => session.startAt > now)?.startAt ?? null }
  let closesAt = Math.max(...open.map((session) => session.endAt))
  for (const next of trading) if (next.startAt <= closesAt && next.endAt > closesAt) closesAt = next.endAt
  return { state: 'open', changesAt: closesAt }
}

/**
 * Counts markets by state. `nextOpenAt` is when the first closed market opens (UTC ms); `null` if no opening is known.
 */
export function countMarkets(markets: readonly MarketState[]): ConnectionState['market'] {
  const count = (state: MarketState['state']): number => markets.filter((market) => market.state === state).length
  const openings = markets.flatMap(({ state, changesAt }) =>
    state === 'closed' && changesAt !== null ? [changesAt] : [],
  )
  return {
    open: count('open'),
    closed: count('closed'),
    unknown: count('unknown'),
    nextOpenAt: openings.length === 0 ? null : Math.min(...openings),
  }
}

/** Returns when the market last closed before `now` (UTC ms); `null` if it is open or its state is not known. */
export function lastClose(sessions: readonly TradingSession[] | null, now: number): number | null {
  if (marketState(sessions, now).state !== 'closed') return null
  const ended = readable(sessions).filter((session) => !isClosedSession(session) && session.endAt <= now)
  return ended.length === 0 ? null : Math.max(...ended.map((session) => session.endAt))
}

/**
 * Returns the sessions of a schedule, and adds a CLOSED one after the last if that is known. If the schedule was read
 * after the end of its last session, the market is closed until the time of day at which it opened: then the next day
 * may start. (The service sends only the current day, and some days end with their last trading session.) Times are UTC
 * ms.
 */
export function knownSessions({ sessions, fetchedAt }: StoredSchedule): readonly TradingSession[] {
  const known = readable(sessions)
  const endAt = Math.max(...known.map((session) => session.endAt))
  if (fetchedAt < endAt) return sessions
  const openedAt = Math.min(
    ...known
      .filter((session) => !isClosedSession(session) && session.startAt >= endAt - dayMs)
      .map(({ startAt }) => startAt),
  )
  return openedAt === Infinity ? sessions : [...sessions, { type: 'CLOSED', startAt: endAt, endAt: openedAt + dayMs }]
}

interface StoredSchedule {
  readonly sessions: readonly TradingSession[]
  readonly fetchedAt: number
}
