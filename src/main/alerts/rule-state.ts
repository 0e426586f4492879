import type { AlertRule, AlertState, AlertStatus } from '../../shared/model/alert.ts'
import type { Happening } from './happenings.ts'
import { isBack, isBeyond, type Level } from './level.ts'
import type { Alert } from './measure.ts'

/** Of what is no longer among the happenings, so many are remembered: the service may name them again. */
const mostRemembered = 200
/** A rule does not tell what happened before it; the clocks may differ by so much. */
const clocksMs = 5 * 60_000

/** A rule that has told nothing yet. */
export const freshState = (now: number): AlertState => ({
  phase: 'armed',
  firedAt: null,
  firedCount: 0,
  snoozedUntil: null,
  since: now,
  told: [],
  splits: [],
})

/** How a rule stands at `now` (UTC ms): switched off goes before expired, before done, before snoozed. */
export function statusOf({ rule, state }: Alert, now: number): AlertStatus {
  if (!rule.isEnabled) return 'off'
  if (rule.expiresAt !== null && rule.expiresAt <= now) return 'expired'
  if (state.phase === 'done') return 'done'
  if (state.snoozedUntil !== null && state.snoozedUntil > now) return 'snoozed'
  return state.phase
}

/** Whether it may tell something: not while it cools down. A clock that was set back does not silence it for longer. */
function isCooling({ coolDownMinutes }: AlertRule, { firedAt }: AlertState, now: number): boolean {
  if (firedAt === null) return false
  const since = now - firedAt
  return since >= 0 && since < coolDownMinutes * 60_000
}

interface Verdict {
  readonly state: AlertState
  readonly fires: boolean
}

/** Armed → fired → armed again beyond the hysteresis. A measure that is not known (`null`) changes nothing. */
export function judgeLevel(alert: Alert, level: Level | null, now: number): Verdict {
  const { rule, state } = alert
  const status = statusOf(alert, now)
  if (level === null) return { state, fires: false }
  if (status === 'fired' && isBack(level, rule.hysteresis)) return { state: { ...state, phase: 'armed' }, fires: false }
  if (status !== 'armed' || !isBeyond(level) || isCooling(rule, state, now)) return { state, fires: false }
  return { state: asFired(alert, now), fires: true }
}

/** What of the happenings is to be told now: all that was not told, at once. */
export function judgeHappenings(
  alert: Alert,
  happenings: readonly Happening[],
  now: number,
): { readonly state: AlertState; readonly news: readonly Happening[] } {
  const { rule, state } = alert
  const told = new Set(state.told)
  const news = happenings.filter(({ key, at }) => !told.has(key) && (at === null || at >= state.since - clocksMs))
  if (news.length === 0 || statusOf(alert, now) !== 'armed' || isCooling(rule, state, now)) return { state, news: [] }
  return { state: { ...asFired(alert, now), told: remember(state.told, happenings) }, news }
}

/** What is there already when a rule begins is not told. */
export const withBaseline = (state: AlertState, happenings: readonly Happening[]): AlertState => ({
  ...state,
  told: remember(state.told, happenings),
})

const asFired = ({ rule, state }: Alert, now: number): AlertState => ({
  ...state,
  // What happens is no level to come back from: such a rule stays armed.
  phase: rule.repeats ? (isLasting(rule) ? 'fired' : 'armed') : 'done',
  firedAt: now,
  firedCount: state.firedCount + 1,
  snoozedUntil: null,
})

const isLasting = ({ condition: { kind } }: AlertRule): boolean =>
  kind !== 'order' && kind !== 'report' && kind !== 'event'

function remember(told: readonly string[], happenings: readonly Happening[]): string[] {
  const present = new Set(happenings.map(({ key }) => key))
  return [...told.filter((key) => !present.has(key)).slice(-mostRemembered), ...present]
}
