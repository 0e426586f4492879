import { absolute, sum, type Decimal, decimalOf } from '#shared/decimal.ts'
import { minuteMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import type { AlertText } from '#shared/model/alert-text.ts'
import type { AlertFact, AlertRule, AlertState } from '#shared/model/alert.ts'
import { keepText } from '#shared/text/kept-text.ts'
import { sumAllOrNone, heldPositions } from '../../insight/portfolio/account-summary.ts'
import { measureAccount } from './account.ts'
import type { AlertInputs } from './inputs.ts'
import { measureMargin } from './margin.ts'
import { measurePrice } from './price.ts'
import {
  coded,
  describeAge,
  fact,
  percentOf,
  shareOf,
  tenthOf,
  wordsFact,
  type Level,
  type Unknown,
} from './threshold.ts'

type Of<K extends AlertCondition['kind']> = Extract<AlertCondition, { kind: K }>

/** A figure of one position, added over the accounts that hold it. */
function measurePosition(condition: Of<'position'>, inputs: AlertInputs): Level | Unknown {
  const rows = inputs.positions(condition.accountId)
  const own = rows.filter(({ symbol }) => symbol === condition.symbol)
  if (own.length === 0) return { unknown: m.alerts_there_is_no_position_in_it() }
  const { threshold, direction: side } = condition
  const caveats = describeAge(condition.figure === 'weight' ? rows : own, inputs)
  if (condition.figure === 'weight') {
    const currency = own[0]?.currency ?? null
    const values = own.map(({ value }) => value)
    const whole = rows.filter((row) => row.currency === currency)
    const missing = whole.filter(({ value }) => value === null).map(({ symbol }) => symbol)
    const value = currency === null || values.includes(null) ? null : weigh(values, whole)
    if (value === null) return { unknown: m.alerts_its_value_is_unknown() }
    const without = missing.length === 0 ? [] : [coded('not-included', { names: missing })]
    const facts = [fact(coded('weight'), 'percent', value, currency)]
    return { value, threshold, side, hysteresis: tenthOf(threshold), facts, caveats: [...caveats, ...without] }
  }
  const value = sumAllOrNone(own.map((row) => (condition.figure === 'unrealized' ? row.unrealizedPnl : row.dailyPnl)))
  if (value === null) return { unknown: m.alerts_the_service_does_not_state_this_figure() }
  const facts = [fact(coded(condition.figure), 'amount', value, own[0]?.currency ?? null)]
  return { value, threshold, side, hysteresis: shareOf(threshold), facts, caveats }
}

type Valued = readonly { readonly value: Decimal | null }[]

function weigh(values: readonly (Decimal | null)[], whole: Valued): Decimal | null {
  const gross = (all: readonly (Decimal | null)[]): Decimal =>
    sum(all.flatMap((value) => (value === null ? [] : [absolute(value)])))
  return percentOf(gross(values), gross(whole.map(({ value }) => value)))
}

const troublePhases: readonly string[] = ['offline', 'trouble', 'refused', 'untrusted', 'signed-out']

/** The minutes for which the service has been unreachable or failing; 0 while it is live. */
function measureService({ minutes }: Of<'service'>, inputs: AlertInputs): Level | Unknown {
  const { phase, since } = inputs.connection()
  if (phase === 'starting' || phase === 'paused') return { unknown: m.alerts_syncing_is_off() }
  const isTrouble = troublePhases.includes(phase)
  const lastingMs = isTrouble ? Math.max(0, inputs.now - Math.max(since, inputs.syncingSince)) : 0
  const words: AlertText = phase === 'live' ? coded('live') : keepText(() => inputs.connection().message ?? phase)
  const facts = [wordsFact(coded('connection'), words), fact(coded('since'), 'instant', String(since))]
  return { ...lastingLevel(lastingMs, minutes, facts), persists: isTrouble }
}

/** The minutes by which a reading is late. Nothing is late while all markets of the rule are closed. */
function measureStale({ accountId, symbol, minutes }: Of<'stale'>, inputs: AlertInputs): Level | Unknown {
  if (inputs.connection().phase === 'paused') return { unknown: m.alerts_syncing_is_paused() }
  const accounts = inputs.accounts().filter(({ account }) => accountId === null || account.id === accountId)
  const read = symbol === null ? accounts.map(({ fetchedAt }) => fetchedAt) : [inputs.quote(symbol)?.fetchedAt ?? null]
  const known = read.filter((at) => at !== null)
  if (known.length === 0) return { unknown: m.alerts_it_has_not_been_read_yet() }
  const oldest = Math.min(...known)
  const held = accounts.flatMap(({ account }) => heldPositions(account).map((position) => position.symbol))
  const isDue = inputs.mayTrade(symbol === null ? [...new Set(held)] : [symbol])
  const lastingMs = isDue ? Math.max(0, inputs.now - Math.max(oldest, inputs.syncingSince)) : 0
  const level = lastingLevel(lastingMs, minutes, [fact(coded('last-read'), 'instant', String(oldest))])
  return { ...level, persists: isDue && oldest < inputs.syncingSince }
}

function lastingLevel(lastingMs: number, minutes: number, facts: readonly AlertFact[]): Level {
  const value = decimalOf(Math.floor(lastingMs / minuteMs))
  const all = [fact(coded('for'), 'minutes', value), ...facts]
  return { value, threshold: decimalOf(minutes), side: 'above', hysteresis: decimalOf(0), facts: all, caveats: [] }
}

/** A rule with its state. */
export interface Alert {
  readonly rule: AlertRule
  readonly state: AlertState
}

/** Conditions on occurrences: each new one fires. */
export type OccurrenceCondition = Extract<
  AlertCondition,
  { kind: 'order' | 'report' | 'event' | 'difference' | 'missing-payment' }
>
/** Conditions on a measure that reaches a threshold. */
export type LevelCondition = Exclude<AlertCondition, OccurrenceCondition>

export const isOccurrence = (condition: AlertCondition): condition is OccurrenceCondition =>
  ['order', 'report', 'event', 'difference', 'missing-payment'].includes(condition.kind)

/** The measure of a condition, or the reason why it is unknown. */
export function measure(
  condition: LevelCondition,
  inputs: AlertInputs,
  state: Pick<AlertState, 'splits'>,
): Level | Unknown {
  switch (condition.kind) {
    case 'price':
    case 'day-percent':
    case 'percent-from':
    case 'near-extreme':
      return measurePrice(condition, inputs, state.splits)
    case 'account':
      return measureAccount(condition, inputs)
    case 'position':
      return measurePosition(condition, inputs)
    case 'margin':
      return measureMargin(condition, inputs)
    case 'stale':
      return measureStale(condition, inputs)
    case 'service':
      return measureService(condition, inputs)
  }
}
