import { compare, decimalOf, sign, type Decimal, subtract } from '#shared/decimal.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import type { AlertText } from '#shared/model/alert-text.ts'
import {
  type AlertDraft,
  type AlertState,
  type AlertPreview,
  type NotedSplit,
  freshState,
} from '#shared/model/alert.ts'
import { pastRates } from '../currency/past-rates.ts'
import { convertCurve } from '../insight/currency/convert.ts'
import { addCurves, type EquitySpan } from '../insight/portfolio/curves.ts'
import type { Journal } from '../journal/journal.ts'
import { readAlert } from './evaluate.ts'
import { totalCurrency, accountLevel } from './measure/account.ts'
import type { AlertInputs } from './measure/inputs.ts'
import { distanceLevel, moveLevel } from './measure/margin.ts'
import { isOccurrence, type Alert } from './measure/measure.ts'
import { levelOfLast } from './measure/price.ts'
import { coded, type Level, type Unknown } from './measure/threshold.ts'
import { listOccurrences } from './occurrences.ts'
import { withBaseline, judgeLevel } from './rule-state.ts'
import { listPastSplits, scalePrice } from './split-adjustment.ts'

type Of<K extends AlertCondition['kind']> = Extract<AlertCondition, { kind: K }>

/** The recorded data for the measures of rules. */
type Recorded = Pick<Journal, 'quotes' | 'equity' | 'margin'>
/** The measure of a rule at past times (UTC ms), oldest first. */
type Points = readonly { readonly at: number; readonly level: Level | Unknown }[]

/** While the monitor runs, equity is recorded at least this often. */
const maxGapMs = 20 * minuteMs

/**
 * The recorded equity of an account, or of all accounts in one currency at the rates of their time; a text if it cannot be
 * added.
 */
function pastEquity(condition: Of<'account'>, recorded: Recorded, inputs: AlertInputs, from: number): Points | string {
  const found = readSpans(condition, recorded, inputs, from)
  if (typeof found === 'string') return found
  return found.spans.map(({ at, equity }) => ({
    at,
    level: accountLevel(condition, { amount: equity, currency: found.currency, facts: [] }),
  }))
}

function readSpans(
  { accountId, currency: chosen }: Of<'account'>,
  recorded: Recorded,
  inputs: AlertInputs,
  from: number,
): { readonly spans: readonly EquitySpan[]; readonly currency: string | null } | string {
  const ids = accountId === null ? inputs.accounts().map(({ account }) => account.id) : [accountId]
  const curves = ids.map((id) => ({ id, spans: recorded.equity.history(id, from, inputs.now) }))
  const [only] = curves
  if (only !== undefined && curves.length === 1 && chosen === null) return { spans: only.spans, currency: null }
  const { bookTo, currencyOf, ...rest } = inputs.currencies()
  const target = totalCurrency(ids, chosen, { bookTo, currencyOf, ...rest })
  if (typeof target !== 'string') return target.unknown
  const rateAt = pastRates(recorded, bookTo(target), inputs.now)
  const converted: (readonly EquitySpan[])[] = []
  for (const { id, spans } of curves) {
    const currency = currencyOf(id)
    if (currency === null) return m.alerts_the_currency_of_the_equity_of_id({ id })
    converted.push(convertCurve(spans, currency, rateAt))
  }
  return { spans: addCurves(converted, maxGapMs), currency: target }
}

/** The recorded distance of an account to a margin call, as money or as a price move. */
const pastMargin = (
  condition: Of<'margin'>,
  { margin }: Recorded,
  { now }: Pick<AlertInputs, 'now'>,
  from: number,
): Points =>
  margin.history(condition.accountId, from, now).map(({ at, equity, requirement, state, percent }) => {
    if (condition.figure === 'distance') return { at, level: distanceLevel(condition, subtract(equity, requirement)) }
    const level =
      state === null ? { unknown: m.alerts_the_move_was_unknown() } : moveLevel(condition, { state, percent })
    return { at, level }
  })

const maxRules = 200

/** Throws `invalid` for a rule that could never fire. `count` is the number of other rules. */
export function validateDraft({ condition, expiresAt }: AlertDraft, now: number, count: number): void {
  if (count >= maxRules) throw new AppError('invalid', m.alerts_there_are_max_rules_alerts_already_remove({ maxRules }))
  if (expiresAt !== null && expiresAt <= now)
    throw new AppError('invalid', m.alerts_the_alert_would_have_expired_already())
  if (condition.kind === 'account') checkCurrency(condition)
  if (condition.kind === 'margin' && condition.figure === 'move' && !isPartOfWhole(condition.threshold))
    throw new AppError('invalid', m.alerts_price_move_range())
  if (condition.kind === 'price' && /^-|^0+(\.0+)?$/.test(condition.threshold) && condition.direction === 'below')
    throw new AppError('invalid', m.alerts_a_price_does_not_fall_below_zero())
}

function checkCurrency({ accountId, figure, currency }: Extract<AlertCondition, { kind: 'account' }>): void {
  if (figure === 'day-profit' && currency === null)
    throw new AppError('invalid', m.alerts_choose_a_currency_for_the_days_profit())
  if (figure !== 'day-profit' && accountId !== null && currency !== null)
    throw new AppError('invalid', m.alerts_figure_without_currency())
}

const isPartOfWhole = (percent: Decimal): boolean => sign(percent) > 0 && compare(percent, decimalOf(100)) < 0

/**
 * Adds the currency to a rule on the figures of all accounts. A rule without a currency gets the current one, so that
 * its threshold keeps its meaning.
 */
export function nameCurrency(draft: AlertDraft, inputs: Pick<AlertInputs, 'accounts' | 'currencies'>): AlertDraft {
  const { condition } = draft
  if (condition.kind !== 'account' || condition.accountId !== null || condition.currency !== null) return draft
  const ids = inputs.accounts().map(({ account }) => account.id)
  const currency = totalCurrency(ids, null, inputs.currencies())
  return typeof currency === 'string' ? { ...draft, condition: { ...condition, currency } } : draft
}

/**
 * The rule after an edit. With the same condition it keeps its state, so that a changed note does not fire it again. With
 * another condition, or after it was off, it starts with a fresh state.
 */
export function applyDraft(before: Alert | null, draft: AlertDraft, id: string, inputs: AlertInputs): Alert {
  const rule = { ...draft, id, createdAt: before?.rule.createdAt ?? inputs.now }
  const isSame =
    before !== null &&
    before.rule.isEnabled &&
    before.rule.hysteresis === draft.hysteresis &&
    isSameCondition(before.rule.condition, draft.condition)
  if (before !== null && (isSame || !draft.isEnabled))
    return { rule, state: { ...before.state, phase: phaseOf(before.state, draft.repeats) } }
  const fresh = freshState(inputs.now)
  const { condition } = rule
  // A future event fires even if it has been known for long. An order that was filled before the rule was made does not fire.
  const hasBaseline = isOccurrence(condition) && condition.kind !== 'event'
  const state = hasBaseline ? withBaseline(fresh, listOccurrences(condition, inputs)) : fresh
  // The count is kept; the cool-down is not.
  return { rule, state: { ...state, firedCount: before?.state.firedCount ?? 0 } }
}

/** The phase of a rule that has fired: if it repeats now, it is armed once its measure comes back; otherwise it is done. */
function phaseOf({ phase }: AlertState, repeats: boolean): AlertState['phase'] {
  if (phase === 'armed') return 'armed'
  return repeats ? 'fired' : 'done'
}

function isSameCondition(a: AlertCondition, b: AlertCondition): boolean {
  const entries = (condition: AlertCondition): string => JSON.stringify(Object.entries(condition).sort())
  return entries(a) === entries(b)
}

const historyMs = 30 * dayMs

/**
 * The current measure of a rule, and the times at which it would have fired in the last 30 days of recorded data.
 * Prices from before a known split (from the cache or from the other rules) are adjusted.
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
  if (first === undefined) return { reading, history: { missing: m.alerts_no_history_has_been_recorded_for_it() } }
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

const describeSplit = ({ oldRatio, newRatio, execDate }: NotedSplit): AlertText =>
  coded('split-applied', { ratio: { old: oldRatio, new: newRatio }, date: execDate })

const isPriced = (
  condition: AlertCondition,
): condition is Extract<AlertCondition, { kind: 'price' | 'percent-from' }> =>
  condition.kind === 'price' || condition.kind === 'percent-from'

/** The recorded measures, oldest first; a text if this kind of measure is not recorded. */
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
  return m.alerts_there_is_no_history_for_this_kind()
}
