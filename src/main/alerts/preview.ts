import { dayMs } from '../../shared/durations.ts'
import type { AlertCondition, AlertDraft, AlertPreview, NotedSplit } from '../../shared/model/alert.ts'
import { readAlert } from './evaluate.ts'
import { freshState, judgeLevel } from './rule-state.ts'
import { levelOfLast } from './measure/price.ts'
import type { Alert } from './measure/measure.ts'
import { pastEquity, pastMargin, type Points, type Recorded } from './measure/past-levels.ts'
import { listPastSplits, scalePrice } from './split-adjustment.ts'
import type { AlertInputs } from './measure/inputs.ts'

const historyMs = 30 * dayMs

/**
 * The present measure of a rule, and when it would have fired in the last 30 days of recorded data. Prices from before a
 * known split (from the cache or from the other rules) are adjusted for it.
 */
export function previewAlert(
  draft: AlertDraft,
  inputs: AlertInputs,
  recorded: Recorded,
  others: readonly Alert[],
): AlertPreview {
  const { now } = inputs
  const from = now - historyMs
  const rule = { ...draft, id: 'preview', createdAt: from, isEnabled: true, expiresAt: null }
  const today = readAlert({ rule, state: freshState(now) }, inputs)
  const splits = listSplitsWithin(draft.condition, inputs, others, from)
  const points = readPoints(draft.condition, recorded, inputs, from, splits)
  const reading = { ...today, caveats: [...today.caveats, ...splits.map(describeSplit)] }
  if (typeof points === 'string') return { reading, history: { missing: points } }
  const firedAt = replay({ rule, state: freshState(from) }, points)
  const [first] = points
  if (first === undefined) return { reading, history: { missing: 'No history has been recorded for it yet' } }
  return { reading, history: { from: Math.max(from, first.at), to: now, points: points.length, firedAt } }
}

function replay(alert: Alert, points: Points): number[] {
  let { state } = alert
  return points.flatMap(({ at, level }) => {
    const verdict = judgeLevel({ rule: alert.rule, state }, 'unknown' in level ? null : level, at)
    state = verdict.state
    return verdict.fires ? [at] : []
  })
}

const listSplitsWithin = (
  condition: AlertCondition,
  inputs: AlertInputs,
  others: readonly Alert[],
  from: number,
): readonly NotedSplit[] =>
  isPriced(condition)
    ? listPastSplits(condition.symbol, inputs, others).filter(({ execDate }) => Date.parse(execDate) > from)
    : []

const describeSplit = ({ oldRatio, newRatio, execDate }: NotedSplit): string =>
  `Prices from before the split, ${newRatio} for ${oldRatio} on ${execDate}, are adjusted for it`

const isPriced = (
  condition: AlertCondition,
): condition is Extract<AlertCondition, { kind: 'price' | 'percent-from' }> =>
  condition.kind === 'price' || condition.kind === 'percent-from'

/** The recorded measures, oldest first; a text when this kind of measure is not recorded. */
function readPoints(
  condition: AlertCondition,
  recorded: Recorded,
  inputs: AlertInputs,
  from: number,
  splits: readonly NotedSplit[],
): Points | string {
  if (isPriced(condition))
    return recorded.quotes.history(condition.symbol, from, inputs.now).map(({ at, last }) => {
      const later = splits.filter(({ execDate }) => at < Date.parse(execDate))
      return { at, level: levelOfLast(condition, later.reduce(scalePrice, last)) }
    })
  if (condition.kind === 'account' && condition.figure === 'equity')
    return pastEquity(condition, recorded, inputs, from)
  if (condition.kind === 'margin' && condition.figure !== 'use') return pastMargin(condition, recorded, inputs, from)
  return 'There is no history for this kind of alert: only prices, equity and margin are recorded'
}
