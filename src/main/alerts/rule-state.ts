import { minuteMs } from '#shared/durations.ts'
import type { AlertRule, AlertState, AlertStatus } from '#shared/model/alert.ts'
import { isOccurrence, type Alert } from './measure/measure.ts'
import { isBack, isBeyond, type Level } from './measure/threshold.ts'
import type { Occurrence } from './occurrences.ts'

/** The maximum number of remembered occurrences that the service no longer lists. It may list them again. */
const maxRemembered = 200
/** A rule does not fire for earlier events. The clocks of computer and service may differ by this much. */
const clockToleranceMs = 5 * minuteMs

/** The status of a rule at `now` (UTC ms). If several apply, the first of: off, expired, done, snoozed. */
export function statusOf({ rule, state }: Alert, now: number): AlertStatus {
  if (!rule.isEnabled) return 'off'
  if (rule.expiresAt !== null && rule.expiresAt <= now) return 'expired'
  if (state.phase === 'done') return 'done'
  if (state.snoozedUntil !== null && state.snoozedUntil > now) return 'snoozed'
  return state.phase
}

/** Whether the rule is in its cool-down. Setting the clock back does not extend it. */
function isCooling({ coolDownMinutes }: AlertRule, { firedAt }: AlertState, now: number): boolean {
  if (firedAt === null) return false
  const since = now - firedAt
  return since >= 0 && since < coolDownMinutes * minuteMs
}

interface Verdict {
  readonly state: AlertState
  readonly fires: boolean
}

/**
 * Armed → fired → armed again when the measure has come back beyond the hysteresis. An unknown measure (`null`) changes
 * nothing.
 */
export function judgeLevel(alert: Alert, level: Level | null, now: number): Verdict {
  const { rule, state } = alert
  const status = statusOf(alert, now)
  if (level === null) return { state, fires: false }
  if (status === 'fired' && isBack(level, rule.hysteresis)) return { state: { ...state, phase: 'armed' }, fires: false }
  if (status !== 'armed' || !isBeyond(level) || isCooling(rule, state, now)) return { state, fires: false }
  return { state: asFired(alert, now), fires: true }
}

/** The occurrences for a notice now: all new ones together. */
export function judgeOccurrences(
  alert: Alert,
  occurrences: readonly Occurrence[],
  now: number,
): { readonly state: AlertState; readonly newOccurrences: readonly Occurrence[] } {
  const { rule, state } = alert
  const notified = new Set(state.notified)
  const newOccurrences = occurrences.filter(
    ({ key, at }) => !notified.has(key) && (at === null || at >= state.since - clockToleranceMs),
  )
  if (newOccurrences.length === 0 || statusOf(alert, now) !== 'armed' || isCooling(rule, state, now))
    return { state, newOccurrences: [] }
  return { state: { ...asFired(alert, now), notified: remember(state.notified, occurrences) }, newOccurrences }
}

/** Adds the occurrences from before the rule. The rule must not fire for them. */
export const withBaseline = (state: AlertState, occurrences: readonly Occurrence[]): AlertState => ({
  ...state,
  notified: remember(state.notified, occurrences),
})

const asFired = ({ rule, state }: Alert, now: number): AlertState => ({
  ...state,
  // An occurrence is not a level that can move back, so its rule stays armed.
  phase: rule.repeats ? (isLasting(rule) ? 'fired' : 'armed') : 'done',
  firedAt: now,
  firedCount: state.firedCount + 1,
  snoozedUntil: null,
})

const isLasting = ({ condition }: AlertRule): boolean => !isOccurrence(condition)

function remember(notified: readonly string[], occurrences: readonly Occurrence[]): string[] {
  const present = new Set(occurrences.map(({ key }) => key))
  return [...notified.filter((key) => !present.has(key)).slice(-maxRemembered), ...present]
}
