import type { TradingSession } from '../../shared/model/instrument.ts'
import { startOfDay } from '../../shared/period.ts'

/** A session as it lies in the day shown: places in shares of the day, 0 … 1. */
export interface BarSession {
  readonly session: TradingSession
  readonly start: number
  readonly length: number
  /** Sessions that overlap stand in lanes under one another, from 0. */
  readonly lane: number
}

/** The sessions of one local day. */
export interface DayBar {
  readonly from: number
  readonly until: number
  readonly sessions: readonly BarSession[]
  readonly lanes: number
}

/** A stretch in which something happens: CLOSED is what a bar shows by showing nothing. */
const isTrading = ({ type, startAt, endAt }: TradingSession): boolean => type !== 'CLOSED' && endAt > startAt

/** The sessions by time, those without a length and CLOSED ones left out, each once. */
export function tradingSessions(sessions: readonly TradingSession[]): readonly TradingSession[] {
  const keyOf = ({ type, startAt, endAt }: TradingSession) => `${type} ${startAt} ${endAt}`
  const unique = new Map(sessions.filter(isTrading).map((session) => [keyOf(session), session]))
  return [...unique.values()].sort((a, b) => a.startAt - b.startAt || a.endAt - b.endAt)
}

/** The local day that holds `now`, and what lies in it. A day of a changed clock has 23 or 25 hours. */
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

/** The sessions that are not over, the running ones first, at most `count`. */
export const comingSessions = (sessions: readonly TradingSession[], now: number, count: number) =>
  tradingSessions(sessions)
    .filter(({ endAt }) => endAt > now)
    .slice(0, count)

/** What a session is to an eye: what one trades in, an auction, a fringe of the day, a pause. */
export function sessionTone(type: string): 'core' | 'auction' | 'fringe' | 'pause' | 'other' {
  if (type === 'CORE_TRADING') return 'core'
  if (type.includes('AUCTION')) return 'auction'
  if (type === 'EARLY_TRADING' || type === 'LATE_TRADING') return 'fringe'
  return type === 'CLEARING' ? 'pause' : 'other'
}
