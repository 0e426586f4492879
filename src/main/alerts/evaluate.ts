import { m } from '#shared/messages/messages.js'
import type { AlertText } from '#shared/model/alert-text.ts'
import type { AlertFact, AlertReading, AlertRow, NotedSplit, Notice } from '#shared/model/alert.ts'
import type { AlertInputs } from './measure/inputs.ts'
import { isOccurrence, measure, type Alert } from './measure/measure.ts'
import { coded, fact, readingOf, wordsFact } from './measure/threshold.ts'
import { listOccurrences, type Occurrence } from './occurrences.ts'
import { judgeOccurrences, judgeLevel, statusOf } from './rule-state.ts'
import { applySplits } from './split-adjustment.ts'

interface Evaluated {
  /** The same object as before if nothing changed. */
  readonly alert: Alert
  readonly notices: readonly Notice[]
}

/** The maximum number of occurrences that one notice lists in full. */
const maxListed = 5

/** Checks one rule: splits first, then the condition. Pure except for `newId`. */
export function evaluate(alert: Alert, inputs: AlertInputs, newId: () => string): Evaluated {
  const { alert: rescaled, applied } = applySplits(alert, inputs)
  const { rule } = rescaled
  const notices: Notice[] = []
  const notify = (cause: Notice['cause'], facts: readonly AlertFact[], caveats: readonly AlertText[]): void => {
    const { id: ruleId, condition, name, note } = rule
    const content = {
      cause,
      ruleId,
      condition,
      ...(name !== undefined && { name }),
      note,
      facts: [...facts],
      caveats: [...caveats],
    }
    notices.push({ id: newId(), at: inputs.now, ...content })
  }
  if (applied.length > 0) notify('rescaled', describeRescaling(alert, rescaled, applied), [])
  const { condition } = rule
  if (isOccurrence(condition)) {
    const { state, newOccurrences } = judgeOccurrences(rescaled, listOccurrences(condition, inputs), inputs.now)
    if (newOccurrences.length === 0) return { alert: rescaled, notices }
    notify(
      'fired',
      describeOccurrences(newOccurrences),
      withoutRepeats(newOccurrences.flatMap(({ caveats }) => caveats)),
    )
    return { alert: { rule, state }, notices }
  }
  const level = measure(condition, inputs, rescaled.state)
  const known = 'unknown' in level ? null : level
  const { state, fires } = judgeLevel(rescaled, known, inputs.now)
  if (fires && known !== null) notify('fired', known.facts, known.caveats)
  return { alert: state === rescaled.state ? rescaled : { rule, state }, notices }
}

/** The current measure of a rule for display; for occurrences, their number. */
export function readAlert({ rule, state }: Alert, inputs: AlertInputs): AlertReading {
  const { condition } = rule
  if (!isOccurrence(condition)) return readingOf(measure(condition, inputs, state))
  if (condition.kind === 'missing-payment' && inputs.missingPayments() === null)
    return { unknown: m.alerts_the_payments_have_not_been_compared_yet(), isBeyond: null, facts: [], caveats: [] }
  const occurrences = listOccurrences(condition, inputs)
  const count = wordsFact(coded(countLabels[condition.kind]), coded('count', { count: occurrences.length }))
  return { unknown: null, isBeyond: null, facts: [count], caveats: [] }
}

/** A rule for display. */
export const toAlertRow = (alert: Alert, inputs: AlertInputs): AlertRow => ({
  opensAt: openingOf(alert, inputs),
  rule: alert.rule,
  instrumentName: nameOf(alert, inputs),
  status: statusOf(alert, inputs.now),
  firedAt: alert.state.firedAt,
  firedCount: alert.state.firedCount,
  snoozedUntil: alert.state.snoozedUntil,
  reading: readAlert(alert, inputs),
})

const countLabels = {
  order: 'orders',
  report: 'reports',
  event: 'events',
  difference: 'differences',
  'missing-payment': 'missing-payments',
} as const

const withoutRepeats = (texts: readonly AlertText[]): AlertText[] => [
  ...new Map(texts.map((text) => [JSON.stringify(text), text])).values(),
]

function describeOccurrences(newOccurrences: readonly Occurrence[]): AlertFact[] {
  const more = newOccurrences.length - maxListed
  const rest = more > 0 ? [wordsFact(coded('and'), coded('more', { count: more }))] : []
  return [...newOccurrences.slice(0, maxListed).flatMap(({ facts }) => facts), ...rest]
}

function describeRescaling(before: Alert, after: Alert, applied: readonly NotedSplit[]): AlertFact[] {
  const prices = [before, after].map(({ rule: { condition } }) =>
    condition.kind === 'price' ? condition.threshold : condition.kind === 'percent-from' ? condition.from : null,
  )
  const [old = null, now = null] = prices
  return [
    ...applied.map(({ oldRatio, newRatio, execDate }) =>
      wordsFact(coded('split'), coded('split-on', { ratio: { old: oldRatio, new: newRatio }, date: execDate })),
    ),
    ...(old === null ? [] : [fact(coded('before'), 'price', old)]),
    ...(now === null ? [] : [fact(coded('now'), 'price', now)]),
  ]
}

function nameOf({ rule: { condition } }: Alert, inputs: AlertInputs): string | null {
  return 'symbol' in condition && condition.symbol !== null ? inputs.nameOf(condition.symbol) : null
}

/** The time at which the market of the rule's instrument opens; null unless it is known to be closed. */
function openingOf({ rule: { condition } }: Alert, inputs: AlertInputs): number | null {
  if (!('symbol' in condition) || condition.symbol === null) return null
  const { state, changesAt } = inputs.market(condition.symbol)
  return state === 'closed' ? changesAt : null
}
