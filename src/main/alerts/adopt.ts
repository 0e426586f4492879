import { applyDraft } from './draft.ts'
import type { AlertInputs } from './measure/inputs.ts'
import type { Alert } from './measure/measure.ts'

/**
 * A rule from another computer, with the state that it would have after the same edit here. Returns an empty list if
 * the state stays: for a rule that equals `before`, and for one whose prices a split changed.
 */
export function adopt(before: Alert | null, { rule, state }: Alert, inputs: AlertInputs): Alert[] {
  const isSame = before !== null && JSON.stringify(before.rule) === JSON.stringify(rule)
  const isRescaled = before !== null && JSON.stringify(before.state.splits) !== JSON.stringify(state.splits)
  if (isSame || isRescaled) return []
  const { id, createdAt: _, ...draft } = rule
  const armed = applyDraft(before, draft, id, inputs)
  return [{ rule, state: { ...armed.state, splits: state.splits } }]
}
