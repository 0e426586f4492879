import { absolute, add, decimalOf, type Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import type { AlertText } from '#shared/model/alert-text.ts'
import type { MarginCall } from '#shared/model/margin.ts'
import { marginUnknownWords } from '#shared/text/unknown-words.ts'
import type { AlertInputs } from './inputs.ts'
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

type Condition = Extract<AlertCondition, { kind: 'margin' }>
type Call = Pick<MarginCall, 'state' | 'percent'>

/** The move when no fall leads to a margin call: prices can fall by 100 %. */
const wholeFall = decimalOf(100)

/**
 * The distance of an account to a margin call. Source: the portfolio of the account, see `summarizeAccount` and `stressMargin`.
 */
export function measureMargin(condition: Condition, inputs: AlertInputs): Level | Unknown {
  const account = inputs.summaries().find(({ id }) => id === condition.accountId)
  if (account === undefined) return { unknown: m.alerts_the_account_has_not_been_read_yet() }
  const caveats = describeAge([account], inputs)
  const { figure } = condition
  if (figure === 'move') return measureMove(condition, inputs, caveats)
  const { initial = null, available = null, distance = null } = account.margin ?? {}
  if (figure === 'distance') {
    return distance === null
      ? { unknown: m.common_the_service_states_no_maintenance_margin() }
      : distanceLevel(condition, distance, caveats)
  }
  if (initial === null || available === null) return { unknown: m.alerts_the_service_states_no_margin_in_use() }
  const value = percentOf(initial, add(initial, available))
  if (value === null) return { unknown: m.alerts_there_is_neither_margin_nor_cash() }
  const facts = [
    fact(coded('in-use'), 'percent', value),
    fact(coded('initial-margin'), 'amount', initial),
    fact(coded('available'), 'amount', available),
  ]
  return {
    value,
    threshold: condition.threshold,
    side: 'above',
    hysteresis: tenthOf(condition.threshold),
    facts,
    caveats,
  }
}

/** Compares equity minus maintenance margin with the threshold. */
export function distanceLevel({ threshold }: Condition, value: Decimal, caveats: readonly AlertText[] = []): Level {
  const facts = [fact(coded('equity-above-maintenance'), 'amount', value)]
  return { value, threshold, side: 'below', hysteresis: shareOf(threshold), facts, caveats }
}

/** The size of the uniform price move that leads to a margin call, in percent; 0 if equity is already below the requirement. */
export function moveLevel({ threshold }: Condition, call: Call, caveats: readonly AlertText[] = []): Level {
  const value = call.state === 'below' ? decimalOf(0) : absolute(call.percent ?? wholeFall)
  const facts = [
    call.state === 'call' && call.percent !== null
      ? fact(coded('leads-to-call'), 'change', call.percent)
      : wordsFact(coded('margin'), coded(stateCodes[call.state])),
  ]
  return { value, threshold, side: 'below', hysteresis: tenthOf(threshold), facts, caveats }
}

const stateCodes = {
  call: 'move-leads-to-call',
  below: 'equity-below-requirement',
  none: 'no-move-leads-to-call',
} as const

function measureMove(condition: Condition, inputs: AlertInputs, caveats: readonly AlertText[]): Level | Unknown {
  const stress = inputs.stress(condition.accountId)
  if (stress === null) return { unknown: m.alerts_the_account_has_not_been_read_yet() }
  const { call, unknown, positions } = stress
  if (call === null) return { unknown: marginUnknownWords(unknown ?? 'requirement') }
  const out = positions.filter(({ notCovered }) => notCovered !== null).map(({ name, symbol }) => name ?? symbol)
  const words = out.length === 0 ? [] : [coded('not-covered', { names: out })]
  return moveLevel(condition, call, [...caveats, ...words])
}
