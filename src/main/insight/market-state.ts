import type { TradingSession } from '../../shared/model/instrument.ts'
import type { MarketState } from '../../shared/model/watchlist.ts'

/** An empty or inverted session says nothing. */
const readable = (sessions: readonly TradingSession[] | null): TradingSession[] =>
  (sessions ?? []).filter((session) => session.endAt > session.startAt)

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

/** When the market of this schedule closed last before `now`; `null` when it is open or nothing is known. */
export function lastClose(sessions: readonly TradingSession[] | null, now: number): number | null {
  if (marketState(sessions, now).state !== 'closed') return null
  const ended = readable(sessions).filter((session) => !isClosed(session) && session.endAt <= now)
  return ended.length === 0 ? null : Math.max(...ended.map((session) => session.endAt))
}
