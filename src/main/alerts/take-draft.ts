import type { AlertCondition, AlertDraft, AlertState } from '../../shared/model/alert.ts'
import { listHappenings } from './happenings.ts'
import { freshState, withBaseline } from './judge.ts'
import { isHappening, type Alert } from './measure.ts'
import type { AlertWorld } from './world.ts'

/**
 * The rule as a person wants it now. One that waits for the same thing remembers what it told, so that a corrected note tells
 * nothing twice; one that waits for something else, or was off, begins anew.
 */
export function takeDraft(before: Alert | null, draft: AlertDraft, id: string, world: AlertWorld): Alert {
  const rule = { ...draft, id, createdAt: before?.rule.createdAt ?? world.now }
  const isSame =
    before !== null &&
    before.rule.isEnabled &&
    before.rule.hysteresis === draft.hysteresis &&
    isSameCondition(before.rule.condition, draft.condition)
  if (before !== null && (isSame || !draft.isEnabled))
    return { rule, state: { ...before.state, phase: phaseOf(before.state, draft.repeats) } }
  const fresh = freshState(world.now)
  const { condition } = rule
  // An event ahead is told however long it was known; an order filled before the rule is not.
  const hasBaseline = isHappening(condition) && condition.kind !== 'event'
  const state = hasBaseline ? withBaseline(fresh, listHappenings(condition, world)) : fresh
  // Its count goes on; its cool-down does not.
  return { rule, state: { ...state, firedCount: before?.state.firedCount ?? 0 } }
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
