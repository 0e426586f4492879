import type { TradingSession } from '../../../../shared/model/instrument.ts'

/** Sessions with a shorter break between them belong to the same day: a clearing or lunch break, not a night. */
const maxBreakMs = 4 * 3_600_000
const dayMs = 86_400_000

/** The part of a trading day that has passed at some instant. */
export interface ElapsedDay {
  /** When its first session began, UTC ms. */
  readonly startAt: number
  /** Trading time since then, ms; breaks between sessions do not count. */
  readonly tradingMs: number
}

/**
 * The trading day of a quote at `at` (UTC ms): the day of the session that contains it, or of the last session before it.
 * A day is a sequence of trading sessions without a long break, at most 24 hours. `null` if the schedule has no session
 * that started by then.
 */
export function elapsedDay(sessions: readonly TradingSession[] | null, at: number): ElapsedDay | null {
  const begun = (sessions ?? [])
    .filter(({ type, startAt, endAt }) => type !== 'CLOSED' && startAt < endAt && startAt <= at)
    .sort((a, b) => b.startAt - a.startAt)
  const [latest] = begun
  if (latest === undefined || at - latest.endAt > dayMs) return null
  // A session of several days, in a market that never closes: the figures are those of the last 24 hours.
  let startAt = Math.max(latest.startAt, Math.min(at, latest.endAt) - dayMs)
  let tradingMs = Math.min(at, latest.endAt) - startAt
  for (const session of begun.slice(1)) {
    if (session.endAt < startAt - maxBreakMs || latest.endAt - session.startAt > dayMs) break
    // Sessions may overlap: only the part before those already counted is added.
    if (session.startAt >= startAt) continue
    tradingMs += Math.min(session.endAt, startAt) - session.startAt
    startAt = session.startAt
  }
  return { startAt, tradingMs }
}
