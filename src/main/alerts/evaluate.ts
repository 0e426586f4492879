import type { AlertFact, AlertReading, AlertRow, NotedSplit, Notice } from '../../shared/model/alert.ts'
import { listHappenings, type Happening } from './happenings.ts'
import { judgeHappenings, judgeLevel, statusOf } from './judge.ts'
import { fact, readingOf } from './level.ts'
import { isHappening, measure, type Alert } from './measure.ts'
import { applySplits } from './rescale.ts'
import type { AlertWorld } from './world.ts'

interface Evaluated {
  /** The same object where nothing changed. */
  readonly alert: Alert
  readonly notices: readonly Notice[]
}

/** Of what happened at once, so much is told in full. */
const mostTold = 5

/** One look of one rule at the world: splits first, then the condition. Pure but for `newId`. */
export function evaluate(alert: Alert, world: AlertWorld, newId: () => string): Evaluated {
  const { alert: rescaled, applied } = applySplits(alert, world)
  const { rule } = rescaled
  const notices: Notice[] = []
  const tell = (cause: Notice['cause'], facts: readonly AlertFact[], caveats: readonly string[]): void => {
    const { id: ruleId, condition, note } = rule
    const told = { cause, ruleId, condition, note, facts: [...facts], caveats: [...caveats] }
    notices.push({ id: newId(), at: world.now, ...told })
  }
  if (applied.length > 0) tell('rescaled', describeRescaling(alert, rescaled, applied), [])
  const { condition } = rule
  if (isHappening(condition)) {
    const { state, news } = judgeHappenings(rescaled, listHappenings(condition, world), world.now)
    if (news.length === 0) return { alert: rescaled, notices }
    tell('fired', describeNews(news), [...new Set(news.flatMap(({ caveats }) => caveats))])
    return { alert: { rule, state }, notices }
  }
  const level = measure(condition, world, rescaled.state)
  const known = 'unknown' in level ? null : level
  const { state, fires } = judgeLevel(rescaled, known, world.now)
  if (fires && known !== null) tell('fired', known.facts, known.caveats)
  return { alert: state === rescaled.state ? rescaled : { rule, state }, notices }
}

/** How a rule's measure stands, for showing; of what happens, whether there is something untold. */
export function readAlert({ rule, state }: Alert, world: AlertWorld): AlertReading {
  const { condition } = rule
  if (!isHappening(condition)) return readingOf(measure(condition, world, state))
  const happenings = listHappenings(condition, world)
  const count = fact(knownWords[condition.kind], 'words', happenings.length === 0 ? 'none' : String(happenings.length))
  return { unknown: null, isBeyond: null, facts: [count], caveats: [] }
}

/** A rule as it is shown. */
export const toAlertRow = (alert: Alert, world: AlertWorld): AlertRow => ({
  rule: alert.rule,
  status: statusOf(alert, world.now),
  firedAt: alert.state.firedAt,
  firedCount: alert.state.firedCount,
  snoozedUntil: alert.state.snoozedUntil,
  reading: readAlert(alert, world),
})

const knownWords = { order: 'Such orders now', report: 'Reports here', event: 'Ahead now' }

function describeNews(news: readonly Happening[]): AlertFact[] {
  const more = news.length - mostTold
  const rest = more > 0 ? [fact('And', 'words', `${more} more`)] : []
  return [...news.slice(0, mostTold).flatMap(({ facts }) => facts), ...rest]
}

function describeRescaling(before: Alert, after: Alert, applied: readonly NotedSplit[]): AlertFact[] {
  const prices = [before, after].map(({ rule: { condition } }) =>
    condition.kind === 'price' ? condition.threshold : condition.kind === 'percent-from' ? condition.from : null,
  )
  const [old = null, now = null] = prices
  return [
    ...applied.map(({ oldRatio, newRatio, execDate }) =>
      fact('Split', 'words', `${newRatio} for ${oldRatio} on ${execDate}`),
    ),
    ...(old === null ? [] : [fact('Before', 'price', old)]),
    ...(now === null ? [] : [fact('Now', 'price', now)]),
  ]
}
