import type { AlertCondition, AlertDraft, AlertState } from '../../shared/model/alert.ts'
import { freshState } from './judge.ts'
import type { Alert } from './measure.ts'

/**
 * The rule as a person wants it now. One that waits for the same thing remembers what it told, so that a corrected note tells
 * nothing twice; one that waits for something else, or was off, begins anew.
 */
export function takeDraft(
  before: Alert | null,
  draft: AlertDraft,
  { id, now }: { readonly id: string; readonly now: number },
): { readonly alert: Alert; readonly isAnew: boolean } {
  const rule = { ...draft, id, createdAt: before?.rule.createdAt ?? now }
  if (before === null) return { alert: { rule, state: freshState(now) }, isAnew: true }
  const isSame =
    before.rule.isEnabled &&
    before.rule.hysteresis === draft.hysteresis &&
    isSameCondition(before.rule.condition, draft.condition)
  if (!isSame && draft.isEnabled) {
    const { firedCount } = before.state
    // Its count goes on; its cool-down does not.
    return { alert: { rule, state: { ...freshState(now), firedCount } }, isAnew: true }
  }
  const state = { ...before.state, phase: phaseOf(before.state, draft.repeats) }
  return { alert: { rule, state }, isAnew: false }
}

/** What has told and now repeats is armed once its measure comes back; what has told and no longer repeats is done. */
function phaseOf({ phase }: AlertState, repeats: boolean): AlertState['phase'] {
  if (phase === 'armed') return 'armed'
  return repeats ? 'fired' : 'done'
}

function isSameCondition(a: AlertCondition, b: AlertCondition): boolean {
  const entries = (condition: AlertCondition): string => JSON.stringify(Object.entries(condition).sort())
  return entries(a) === entries(b)
}
