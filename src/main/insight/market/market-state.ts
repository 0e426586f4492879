import type { ConnectionState } from '../../shared/model/connection.ts'
import type { TradingSession } from '../../shared/model/instrument.ts'
import type { MarketState } from '../../shared/model/watchlist.ts'

/** An empty or inverted session says nothing. */
const readable = (sessions: readonly TradingSession[] | null): TradingSession[] =>
  (sessions ?? []).filter((session) => session.endAt > session.startAt)

const dayMs = 86_400_000

const isClosed = (session: TradingSession): boolean => session.type === 'CLOSED'

/**
 * Whether an instrument trades at `now` (UTC ms). A schedule may overlap or leave holes: any session that is not
 * CLOSED opens the market; a hole between known sessions is closed; before the first and after the last session
 * nothing is known.
 */
export function marketState(sessions: readonly TradingSession[] | null, now: number): MarketState {
  const known = readable(sessions)
  const covered = known.some((session) => session.startAt <= now) && known.some((session) => session.endAt > now)
  if (!covered) return { state: 'unknown', changesAt: null }
  const trading = known.filter((session) => !isClosed(session)).sort((a, b) => a.startAt - b.startAt)
  const open = trading.filter((session) => session.startAt <= now && now < session.endAt)
  if (open.length === 0)
    return { state: 'closed', changesAt: trading.find((session) => session.startAt > now)?.startAt ?? null }
  let closesAt = Math.max(...open.map((session) => session.endAt))
  for (const next of trading) if (next.startAt <= closesAt && next.endAt > closesAt) closesAt = next.endAt
  return { state: 'open', changesAt: closesAt }
}

/** How many of these trade now, and when the first of the closed ones opens (UTC ms); `null` where none is known to. */
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

/** When the market of this schedule closed last before `now`; `null` when it is open or nothing is known. */
export function lastClose(sessions: readonly TradingSession[] | null, now: number): number | null {
  if (marketState(sessions, now).state !== 'closed') return null
  const ended = readable(sessions).filter((session) => !isClosed(session) && session.endAt <= now)
  return ended.length === 0 ? null : Math.max(...ended.map((session) => session.endAt))
}

/**
 * What a schedule tells of the time behind its last session. One that was read after that session's end, and still names none
 * behind it, tells of a market that is closed: until the time of day at which it opened, when another day may begin.
 * Instants in UTC ms, also of the reading. (The service sends the present day, and some days end with their last trading.)
 */
export function knownSessions({ sessions, fetchedAt }: StoredSchedule): readonly TradingSession[] {
  const known = readable(sessions)
  const endAt = Math.max(...known.map((session) => session.endAt))
  if (fetchedAt < endAt) return sessions
  const openedAt = Math.min(
    ...known.filter((session) => !isClosed(session) && session.startAt >= endAt - dayMs).map(({ startAt }) => startAt),
  )
  return openedAt === Infinity ? sessions : [...sessions, { type: 'CLOSED', startAt: endAt, endAt: openedAt + dayMs }]
}

interface StoredSchedule {
  readonly sessions: readonly TradingSession[]
  readonly fetchedAt: number
}
