import { divide, multiply, sign, type Decimal } from '#shared/decimal.ts'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import type { NotedSplit } from '#shared/model/alert.ts'
import type { AlertInputs } from './measure/inputs.ts'
import type { Alert } from './measure/measure.ts'
import { percentOf } from './measure/threshold.ts'

export interface Rescaled {
  readonly alert: Alert
  /** The splits that were applied now, oldest first. They changed the prices of the rule. */
  readonly applied: readonly NotedSplit[]
}

/** The number of splits that a rule keeps, including past ones. */
const maxNotedSplits = 20
const priceKinds: readonly AlertCondition['kind'][] = ['price', 'day-percent', 'percent-from', 'near-extreme']

/**
 * Records the future splits of a rule's instrument, and applies each to the rule's prices once, on its day: new price = old
 * price × old ratio / new ratio. The service lists only future splits, so they are recorded in advance. A split that disappears
 * from the list before its day was cancelled.
 */
export function applySplits(alert: Alert, inputs: AlertInputs): Rescaled {
  const { rule, state } = alert
  const symbol = symbolOf(rule.condition)
  if (symbol === null) return { alert, applied: [] }
  const today = dayOf(inputs.now)
  const listed = inputs.knowsSplits(symbol) ? listSplits(symbol, inputs) : null
  const isListed = (split: NotedSplit): boolean => listed === null || listed.some((known) => isSameSplit(known, split))
  const remaining = state.splits.filter((split) => split.isApplied || split.execDate <= today || isListed(split))
  const added = (listed ?? []).filter(
    (split) => split.execDate > dayOf(state.since) && !remaining.some((known) => isSameSplit(known, split)),
  )
  const all = [...remaining, ...added].sort((a, b) => a.execDate.localeCompare(b.execDate))
  const due = all.filter((split) => !split.isApplied && split.execDate <= today)
  const splits = all
    .map((split) => (due.includes(split) ? { ...split, isApplied: true } : split))
    .slice(-maxNotedSplits)
  if (due.length === 0 && isUnchanged(splits, state.splits)) return { alert, applied: [] }
  const scaled = due.reduce(scaleRule, rule)
  return { alert: { rule: scaled, state: { ...state, splits } }, applied: scaled === rule ? [] : due }
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

function symbolOf(condition: AlertCondition): string | null {
  return priceKinds.includes(condition.kind) && 'symbol' in condition ? condition.symbol : null
}

function listSplits(symbol: string, inputs: AlertInputs): NotedSplit[] {
  return inputs.events([symbol]).flatMap(({ kind, event }) => {
    if (kind !== 'split') return []
    const { execDate, oldRatio, newRatio } = event
    if (execDate?.length !== 10 || oldRatio === null || newRatio === null) return []
    return sign(oldRatio) > 0 && sign(newRatio) > 0 ? [{ execDate, oldRatio, newRatio, isApplied: false }] : []
  })
}

/** Whether two records are of one split, applied or not. */
const isSameSplit = (a: NotedSplit, b: NotedSplit): boolean =>
  a.execDate === b.execDate && a.oldRatio === b.oldRatio && a.newRatio === b.newRatio

const isUnchanged = (a: readonly NotedSplit[], b: readonly NotedSplit[]): boolean =>
  a.length === b.length && a.every((split, index) => split === b[index])

/**
 * The past splits of an instrument, oldest first: those in the cache, and those that rules recorded in advance, because the
 * service no longer lists them.
 */
export function listPastSplits(symbol: string, inputs: AlertInputs, others: readonly Alert[]): NotedSplit[] {
  const noted = others.flatMap(({ rule, state }) => (symbolOf(rule.condition) === symbol ? state.splits : []))
  const today = dayOf(inputs.now)
  const past = [...listSplits(symbol, inputs), ...noted.filter(({ isApplied }) => isApplied)]
    .filter(({ execDate }) => execDate <= today)
    .sort((a, b) => a.execDate.localeCompare(b.execDate))
  return past.filter((split, index) => past.findIndex((first) => isSameSplit(first, split)) === index)
}

/** A price from before a split, adjusted: price × old ratio / new ratio. */
export const scalePrice = (
  price: Decimal,
  { oldRatio, newRatio }: Pick<NotedSplit, 'oldRatio' | 'newRatio'>,
): Decimal => divide(multiply(price, oldRatio), newRatio, 12) ?? price

/** The prices of a rule. */
type Prices = Pick<Alert['rule'], 'condition' | 'hysteresis'>

/** A rule whose prices are adjusted for a split. */
export function scaleRule<Rule extends Prices>(rule: Rule, split: NotedSplit): Rule {
  const scale = (price: Decimal): Decimal => scalePrice(price, split)
  const { condition, hysteresis } = rule
  if (condition.kind === 'percent-from') {
    const from = scale(condition.from)
    // A price that rounds to zero allows no percentages.
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

/** `rule` with the prices that it has after those splits of `later` that are applied and were not applied in `earlier`. */
export function scaleByNew<Rule extends Prices>(
  rule: Rule,
  earlier: readonly NotedSplit[],
  later: readonly NotedSplit[],
): Rule {
  const known = earlier.filter(({ isApplied }) => isApplied)
  return later
    .filter((split) => split.isApplied && !known.some((each) => isSameSplit(each, split)))
    .reduce(scaleRule, rule)
}
