import { m } from '../../../shared/messages/messages.js'
import { texts } from '../../../shared/texts.ts'
import { absolute, add, decimalOf, type Decimal } from '../../../shared/decimal.ts'
import type { AlertCondition } from '../../../shared/model/alert.ts'
import type { MarginCall } from '../../../shared/model/margin.ts'
import { marginUnknownWords } from '../../../shared/text/unknown-words.ts'
import { describeAge, nameSome, fact, percentOf, shareOf, tenthOf, type Level, type Unknown } from './threshold.ts'
import type { AlertInputs } from './inputs.ts'

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
    fact(m.alerts_in_use(), 'percent', value),
    fact(m.alerts_initial_margin(), 'amount', initial),
    fact(m.alerts_available(), 'amount', available),
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
export function distanceLevel({ threshold }: Condition, value: Decimal, caveats: readonly string[] = []): Level {
  const facts = [fact(m.alerts_equity_above_maintenance(), 'amount', value)]
  return { value, threshold, side: 'below', hysteresis: shareOf(threshold), facts, caveats }
}

/** The size of the uniform price move that leads to a margin call, in percent; 0 if equity is already below the requirement. */
export function moveLevel({ threshold }: Condition, call: Call, caveats: readonly string[] = []): Level {
  const value = call.state === 'below' ? decimalOf(0) : absolute(call.percent ?? wholeFall)
  const facts = [
    call.state === 'call' && call.percent !== null
      ? fact(m.alerts_leads_to_a_call(), 'change', call.percent)
      : fact(m.alerts_margin(), 'words', stateWords[call.state]),
  ]
  return { value, threshold, side: 'below', hysteresis: tenthOf(threshold), facts, caveats }
}

const stateWords = texts({
  call: m.alerts_a_move_of_prices_leads_to_a,
  below: m.alerts_equity_is_below_the_requirement,
  none: m.alerts_no_uniform_move_of_prices_leads_to,
})

function measureMove(condition: Condition, inputs: AlertInputs, caveats: readonly string[]): Level | Unknown {
  const stress = inputs.stress(condition.accountId)
  if (stress === null) return { unknown: m.alerts_the_account_has_not_been_read_yet() }
  const { call, unknown, positions } = stress
  if (call === null) return { unknown: marginUnknownWords(unknown ?? 'requirement') }
  const out = positions.filter(({ notCovered }) => notCovered !== null).map(({ symbol }) => symbol)
  const words = out.length === 0 ? [] : [m.alerts_not_covered_out({ out: nameSome(out) })]
  return moveLevel(condition, call, [...caveats, ...words])
}
