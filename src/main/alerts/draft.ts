import { AppError } from '../../shared/errors.ts'
import type { AlertCondition, AlertDraft, AlertState } from '../../shared/model/alert.ts'
import { listOccurrences } from './occurrences.ts'
import { freshState, withBaseline } from './rule-state.ts'
import { isOccurrence, type Alert } from './measure.ts'
import type { AlertInputs } from './alert-inputs.ts'

const maxRules = 200

/** Throws `invalid` for a rule that could never fire. `count` is the number of other rules. */
export function validateDraft({ condition, expiresAt }: AlertDraft, now: number, count: number): void {
  if (count >= maxRules) throw new AppError('invalid', `There are ${maxRules} alerts already. Remove some first.`)
  if (expiresAt !== null && expiresAt <= now) throw new AppError('invalid', 'The alert would have expired already.')
  if (condition.kind === 'account' && (condition.figure === 'day-profit') !== (condition.currency !== null))
    throw new AppError('invalid', 'Choose a currency for the day’s profit, and for no other figure.')
  if (condition.kind === 'price' && /^-|^0+(\.0+)?$/.test(condition.threshold) && condition.direction === 'below')
    throw new AppError('invalid', 'A price does not fall below zero.')
}

/**
 * The rule after an edit. With the same condition it keeps its state, so that a corrected note does not fire again; with
 * another condition, or after it was off, it starts with a fresh state.
 */
export function applyDraft(before: Alert | null, draft: AlertDraft, id: string, inputs: AlertInputs): Alert {
  const rule = { ...draft, id, createdAt: before?.rule.createdAt ?? inputs.now }
  const isSame =
    before !== null &&
    before.rule.isEnabled &&
    before.rule.hysteresis === draft.hysteresis &&
    isSameCondition(before.rule.condition, draft.condition)
  if (before !== null && (isSame || !draft.isEnabled))
    return { rule, state: { ...before.state, phase: phaseOf(before.state, draft.repeats) } }
  const fresh = freshState(inputs.now)
  const { condition } = rule
  // A future event fires however long it has been known; an order that was filled before the rule does not.
  const hasBaseline = isOccurrence(condition) && condition.kind !== 'event'
  const state = hasBaseline ? withBaseline(fresh, listOccurrences(condition, inputs)) : fresh
  // The count is kept; the cool-down is not.
  return { rule, state: { ...state, firedCount: before?.state.firedCount ?? 0 } }
}

/** A rule that has fired: if it repeats now, it is armed once its measure comes back; if not, it is done. */
function phaseOf({ phase }: AlertState, repeats: boolean): AlertState['phase'] {
  if (phase === 'armed') return 'armed'
  return repeats ? 'fired' : 'done'
}

function isSameCondition(a: AlertCondition, b: AlertCondition): boolean {
  const entries = (condition: AlertCondition): string => JSON.stringify(Object.entries(condition).sort())
  return entries(a) === entries(b)
}
