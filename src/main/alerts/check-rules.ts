import type { Notice } from '../../shared/model/alert.ts'
import { evaluate } from './evaluate.ts'
import { statusOf } from './rule-state.ts'
import { fact } from './measure/threshold.ts'
import type { Alert } from './measure/measure.ts'
import type { AlertInputs } from './measure/inputs.ts'

interface RulesToCheck {
  readonly alerts: ReadonlyMap<string, Alert>
  /** The rules to check, by id. */
  readonly due: ReadonlySet<string>
  /** The reports that arrived, by id. */
  readonly arrived: ReadonlySet<string>
}

interface CheckResult {
  readonly changed: readonly Alert[]
  readonly notices: readonly Notice[]
}

/** Checks rules: which of them change, and the notices to send. Pure except for `newId`. */
export function checkRules(
  { alerts, due, arrived }: RulesToCheck,
  inputs: AlertInputs,
  newId: () => string,
): CheckResult {
  const checked = [...due]
    .flatMap((id) => alerts.get(id) ?? [])
    .map((before) => ({ before, ...evaluate(before, inputs, newId) }))
  return {
    changed: checked.flatMap(({ before, alert }) => (alert === before ? [] : [alert])),
    notices: [
      ...checked.flatMap(({ notices }) => notices),
      ...notifyArrivals([...alerts.values()], arrived, inputs, newId),
    ],
  }
}

/** A report that arrived gets a notice even without a rule, unless a rule waits for it and sends its own. */
function notifyArrivals(
  alerts: readonly Alert[],
  arrived: ReadonlySet<string>,
  inputs: AlertInputs,
  newId: () => string,
): Notice[] {
  const waiting = alerts.flatMap((alert) => {
    const { condition } = alert.rule
    return condition.kind === 'report' && statusOf(alert, inputs.now) === 'armed' ? [condition.accountId] : []
  })
  const reports = inputs.reports().filter(({ id }) => arrived.has(id))
  return reports
    .filter(({ accountId }) => !waiting.some((awaited) => awaited === null || awaited === accountId))
    .map(({ accountId, beginOn, endOn }) => ({
      id: newId(),
      at: inputs.now,
      cause: 'arrived',
      ruleId: null,
      condition: { kind: 'report', accountId },
      note: '',
      facts: [fact('Account', 'words', accountId), fact('From', 'date', beginOn), fact('To', 'date', endOn)],
      caveats: [],
    }))
}
