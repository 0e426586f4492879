import type { Notice } from '../../shared/model/alert.ts'
import { evaluate } from './evaluate.ts'
import { statusOf } from './judge.ts'
import { fact } from './level.ts'
import type { Alert } from './measure.ts'
import type { AlertWorld } from './world.ts'

interface Subjects {
  readonly alerts: ReadonlyMap<string, Alert>
  /** The rules that look, by id. */
  readonly due: ReadonlySet<string>
  /** The reports that came, by id. */
  readonly arrived: ReadonlySet<string>
}

interface Seen {
  readonly changed: readonly Alert[]
  readonly notices: readonly Notice[]
}

/** One look at the world: which rules it changed, and what is to be told. Pure but for `newId`. */
export function look({ alerts, due, arrived }: Subjects, world: AlertWorld, newId: () => string): Seen {
  const looking = [...due].flatMap((id) => alerts.get(id) ?? [])
  const looked = looking.map((before) => ({ before, ...evaluate(before, world, newId) }))
  return {
    changed: looked.flatMap(({ before, alert }) => (alert === before ? [] : [alert])),
    notices: [
      ...looked.flatMap(({ notices }) => notices),
      ...tellArrivals([...alerts.values()], arrived, world, newId),
    ],
  }
}

/** A report that arrived is told without a rule too; where a rule waits for it, the rule tells it. */
function tellArrivals(
  alerts: readonly Alert[],
  arrived: ReadonlySet<string>,
  world: AlertWorld,
  newId: () => string,
): Notice[] {
  const waiting = alerts.flatMap((alert) => {
    const { condition } = alert.rule
    return condition.kind === 'report' && statusOf(alert, world.now) === 'armed' ? [condition.accountId] : []
  })
  const reports = world.reports().filter(({ id }) => arrived.has(id))
  return reports
    .filter(({ accountId }) => !waiting.some((of) => of === null || of === accountId))
    .map(({ accountId, beginOn, endOn }) => ({
      id: newId(),
      at: world.now,
      cause: 'arrived',
      ruleId: null,
      condition: { kind: 'report', accountId },
      note: '',
      facts: [fact('Account', 'words', accountId), fact('From', 'date', beginOn), fact('To', 'date', endOn)],
      caveats: [],
    }))
}
