import { divide, multiply, sign, type Decimal } from '../../shared/decimal.ts'
import type { AlertCondition, NotedSplit } from '../../shared/model/alert.ts'
import { percentOf } from './level.ts'
import type { Alert } from './measure.ts'
import type { AlertWorld } from './world.ts'

export interface Rescaled {
  readonly alert: Alert
  /** What was applied just now, oldest first; the rule's prices were changed by it. */
  readonly applied: readonly NotedSplit[]
}

/** What is noted of splits gone by: as many as matter for prices still to come. */
const mostApplied = 20
const priceKinds: readonly AlertCondition['kind'][] = ['price', 'day-percent', 'percent-from', 'near-extreme']

/**
 * Notes the coming splits of a rule's instrument and applies those whose day has come to its prices, each once:
 * new price = old price × old ratio / new ratio. The service names only splits to come, so they are noted ahead: one that
 * it no longer names before its day is off.
 */
export function applySplits(alert: Alert, world: AlertWorld): Rescaled {
  const { rule, state } = alert
  const symbol = symbolOf(rule.condition)
  if (symbol === null) return { alert, applied: [] }
  const today = dayOf(world.now)
  const listed = world.knowsSplits(symbol) ? listSplits(symbol, world) : null
  const isListed = (split: NotedSplit): boolean => listed === null || listed.some((one) => isSame(one, split))
  const kept = state.splits.filter((split) => split.isApplied || split.execDate <= today || isListed(split))
  const added = (listed ?? []).filter(
    (split) => split.execDate > dayOf(state.since) && !kept.some((one) => isSame(one, split)),
  )
  const all = [...kept, ...added].sort((a, b) => a.execDate.localeCompare(b.execDate))
  const due = all.filter((split) => !split.isApplied && split.execDate <= today)
  const splits = all.map((split) => (due.includes(split) ? { ...split, isApplied: true } : split)).slice(-mostApplied)
  if (due.length === 0 && isUnchanged(splits, state.splits)) return { alert, applied: [] }
  const scaled = due.reduce((one, split) => scaleRule(one, split), rule)
  return { alert: { rule: scaled, state: { ...state, splits } }, applied: scaled === rule ? [] : due }
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

function symbolOf(condition: AlertCondition): string | null {
  return priceKinds.includes(condition.kind) && 'symbol' in condition ? condition.symbol : null
}

function listSplits(symbol: string, world: AlertWorld): NotedSplit[] {
  return world.events([symbol]).flatMap((one) => {
    if (one.kind !== 'split') return []
    const { execDate, oldRatio, newRatio } = one.event
    if (execDate?.length !== 10 || oldRatio === null || newRatio === null) return []
    return sign(oldRatio) > 0 && sign(newRatio) > 0 ? [{ execDate, oldRatio, newRatio, isApplied: false }] : []
  })
}

const isSame = (a: NotedSplit, b: NotedSplit): boolean =>
  a.execDate === b.execDate && a.oldRatio === b.oldRatio && a.newRatio === b.newRatio

const isUnchanged = (a: readonly NotedSplit[], b: readonly NotedSplit[]): boolean =>
  a.length === b.length && a.every((split, index) => split === b[index])

/**
 * The splits of an instrument whose day has come, oldest first: those that the cache still names and those that rules
 * noted ahead, for the service names them no longer.
 */
export function listPastSplits(symbol: string, world: AlertWorld, others: readonly Alert[]): NotedSplit[] {
  const noted = others.flatMap(({ rule, state }) => (symbolOf(rule.condition) === symbol ? state.splits : []))
  const today = dayOf(world.now)
  const past = [...listSplits(symbol, world), ...noted.filter(({ isApplied }) => isApplied)]
    .filter(({ execDate }) => execDate <= today)
    .sort((a, b) => a.execDate.localeCompare(b.execDate))
  return past.filter((split, index) => past.findIndex((one) => isSame(one, split)) === index)
}

/** A price from before a split as it stands after it: price × old ratio / new ratio. */
export const scalePrice = (
  price: Decimal,
  { oldRatio, newRatio }: Pick<NotedSplit, 'oldRatio' | 'newRatio'>,
): Decimal => divide(multiply(price, oldRatio), newRatio, 12) ?? price

function scaleRule(rule: Alert['rule'], split: NotedSplit): Alert['rule'] {
  const scale = (price: Decimal): Decimal => scalePrice(price, split)
  const { condition, hysteresis } = rule
  if (condition.kind === 'percent-from') {
    const from = scale(condition.from)
    // So cheap a share that its price rounds away would make no sense of percents.
    return percentOf(from, from) === null ? rule : { ...rule, condition: { ...condition, from } }
  }
  if (condition.kind !== 'price') return rule
  const threshold = scale(condition.threshold)
  return {
    ...rule,
    condition: { ...condition, threshold },
    hysteresis: hysteresis === null ? null : scale(hysteresis),
  }
}
