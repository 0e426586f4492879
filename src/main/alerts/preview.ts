import type { Decimal } from '../../shared/decimal.ts'
import type { AlertCondition, AlertDraft, AlertPreview, NotedSplit } from '../../shared/model/alert.ts'
import { addCurves } from '../insight/equity-curve.ts'
import type { Journal } from '../journal/journal.ts'
import { readAlert } from './evaluate.ts'
import { freshState, judgeLevel } from './judge.ts'
import type { Level, Unknown } from './level.ts'
import { accountLevel } from './measure-portfolio.ts'
import { levelOfLast } from './measure-price.ts'
import type { Alert } from './measure.ts'
import { listPastSplits, scalePrice } from './rescale.ts'
import type { AlertWorld } from './world.ts'

type Recorded = Pick<Journal, 'quotes' | 'equity'>
type Points = readonly { readonly at: number; readonly level: Level | Unknown }[]

const daysBack = 30
const dayMs = 86_400_000
/** Equity is recorded at least this often while the monitor runs. */
const maxGapMs = 20 * 60_000

/**
 * How a rule stands now, and when it would have fired in the recorded last 30 days, had it been there. Prices from before a
 * split that is known, from the cache or from the other rules, are taken as they stand after it.
 */
export function previewAlert(
  draft: AlertDraft,
  world: AlertWorld,
  recorded: Recorded,
  others: readonly Alert[],
): AlertPreview {
  const { now } = world
  const from = now - daysBack * dayMs
  const rule = { ...draft, id: 'preview', createdAt: from, isEnabled: true, expiresAt: null }
  const today = readAlert({ rule, state: freshState(now) }, world)
  const splits = listSplitsWithin(draft.condition, world, others, from)
  const points = readPoints(draft.condition, recorded, world, from, splits)
  const reading = { ...today, caveats: [...today.caveats, ...splits.map(describeSplit)] }
  if (typeof points === 'string') return { reading, history: { missing: points } }
  const firedAt = replay({ rule, state: freshState(from) }, points)
  const [first] = points
  if (first === undefined) return { reading, history: { missing: 'Nothing was recorded of it yet' } }
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
  world: AlertWorld,
  others: readonly Alert[],
  from: number,
): readonly NotedSplit[] =>
  isPriced(condition)
    ? listPastSplits(condition.symbol, world, others).filter(({ execDate }) => Date.parse(execDate) > from)
    : []

const describeSplit = ({ oldRatio, newRatio, execDate }: NotedSplit): string =>
  `Prices from before the split, ${newRatio} for ${oldRatio} on ${execDate}, are taken as they stand after it`

const isPriced = (
  condition: AlertCondition,
): condition is Extract<AlertCondition, { kind: 'price' | 'percent-from' }> =>
  condition.kind === 'price' || condition.kind === 'percent-from'

/** The recorded measures, oldest first; in words where this kind is not recorded. */
function readPoints(
  condition: AlertCondition,
  recorded: Recorded,
  world: AlertWorld,
  from: number,
  splits: readonly NotedSplit[],
): Points | string {
  if (isPriced(condition))
    return recorded.quotes.history(condition.symbol, from, world.now).map(({ at, last }) => {
      const later = splits.filter(({ execDate }) => at < Date.parse(execDate))
      return { at, level: levelOfLast(condition, later.reduce(scalePrice, last)) }
    })
  if (condition.kind === 'account' && condition.figure === 'equity')
    return readEquity(condition.accountId, recorded, world, from).map(({ at, equity }) => ({
      at,
      level: accountLevel(condition, equity),
    }))
  return 'Of this kind nothing is recorded: only prices and equity are'
}

function readEquity(
  accountId: string | null,
  { equity }: Recorded,
  world: AlertWorld,
  from: number,
): readonly { readonly at: number; readonly equity: Decimal }[] {
  const ids = accountId === null ? world.accounts().map(({ account }) => account.id) : [accountId]
  return addCurves(
    ids.map((id) => equity.history(id, from, world.now)),
    maxGapMs,
  )
}
