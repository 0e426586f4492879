import type { TradingSession } from '#shared/model/instrument.ts'
import { startOfDay } from '#shared/period.ts'
import { isClosedSession, withoutPrefix } from '#shared/text/service/known-values.ts'

/** A session within the shown day; start and length as shares of the day, 0 … 1. */
export interface BarSession {
  readonly session: TradingSession
  readonly start: number
  readonly length: number
  /** Overlapping sessions are drawn in lanes below one another, counted from 0. */
  readonly lane: number
}

/** The sessions of one local day; `from` and `until` in UTC ms. */
export interface DayBar {
  readonly from: number
  readonly until: number
  readonly sessions: readonly BarSession[]
  readonly lanes: number
}

/** Whether the bar shows the session: CLOSED is shown as empty space. */
const isTrading = (session: TradingSession): boolean => !isClosedSession(session) && session.endAt > session.startAt

/** The sessions by time, without duplicates, CLOSED sessions and sessions without a length. */
export function tradingSessions(sessions: readonly TradingSession[]): readonly TradingSession[] {
  const keyOf = ({ type, startAt, endAt }: TradingSession) => `${type} ${startAt} ${endAt}`
  const unique = new Map(sessions.filter(isTrading).map((session) => [keyOf(session), session]))
  return [...unique.values()].sort((a, b) => a.startAt - b.startAt || a.endAt - b.endAt)
}

/** The local day that contains `now`, with its sessions. It has 23 or 25 hours when clocks are changed. */
export function dayBar(sessions: readonly TradingSession[], now: number): DayBar {
  const today = new Date(now)
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()] as const
  const from = startOfDay(year, month, day)
  const until = startOfDay(year, month, day + 1)
  const laneEnds: number[] = []
  const placed = tradingSessions(sessions)
    .filter(({ startAt, endAt }) => endAt > from && startAt < until)
    .map((session): BarSession => {
      const start = Math.max(from, session.startAt)
      const end = Math.min(until, session.endAt)
      const free = laneEnds.findIndex((laneEnd) => laneEnd <= start)
      const lane = free < 0 ? laneEnds.length : free
      laneEnds[lane] = end
      return { session, start: (start - from) / (until - from), length: (end - start) / (until - from), lane }
    })
  return { from, until, sessions: placed, lanes: Math.max(1, laneEnds.length) }
}

/** At most `count` sessions that have not ended, the current ones first. */
export const comingSessions = (sessions: readonly TradingSession[], now: number, count: number) =>
  tradingSessions(sessions)
    .filter(({ endAt }) => endAt > now)
    .slice(0, count)

/** The colour group of a session: core trading, an auction, early or late trading, a pause. */
export function sessionTone(sent: string): 'core' | 'auction' | 'extended' | 'pause' | 'other' {
  const type = withoutPrefix(sent)
  if (type === 'CORE_TRADING') return 'core'
  if (type.includes('AUCTION')) return 'auction'
  if (type === 'EARLY_TRADING' || type === 'LATE_TRADING') return 'extended'
  return type === 'CLEARING' ? 'pause' : 'other'
}
