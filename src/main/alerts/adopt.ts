import { applyDraft } from './draft.ts'
import type { AlertInputs } from './measure/inputs.ts'
import type { Alert } from './measure/measure.ts'
import { scaleByNew } from './split-adjustment.ts'

/**
 * A rule from another computer, with the state that it would have after the same edit here. Returns an empty list if the state
 * stays: for a rule that equals `before` once the splits that the other computer applied are applied to it.
 */
export function adopt(before: Alert | null, { rule, state }: Alert, inputs: AlertInputs): Alert[] {
  const known = before === null ? null : { ...before, rule: scaleByNew(before.rule, before.state.splits, state.splits) }
  if (known !== null && JSON.stringify(known.rule) === JSON.stringify(rule)) return []
  const { id, createdAt: _, ...draft } = rule
  const armed = applyDraft(known, draft, id, inputs)
  return [{ rule, state: { ...armed.state, splits: state.splits } }]
}
