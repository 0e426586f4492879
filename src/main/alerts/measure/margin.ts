import { absolute, add, decimalOf, type Decimal } from '../../../shared/decimal.ts'
import type { AlertCondition } from '../../../shared/model/alert.ts'
import type { MarginCall } from '../../../shared/model/margin.ts'
import { marginUnknownWords } from '../../../shared/text/unknown-words.ts'
import { describeAge, nameSome, fact, percentOf, shareOf, tenthOf, type Level, type Unknown } from './threshold.ts'
import type { AlertInputs } from './inputs.ts'

type Condition = Extract<AlertCondition, { kind: 'margin' }>
type Call = Pick<MarginCall, 'state' | 'percent'>

/** No move leads to a call: prices can fall by all of their value. */
const wholeFall = decimalOf(100)

/** How near an account is to a margin call. Source: the portfolio of the account, see `summarizeAccount` and `stressMargin`. */
export function measureMargin(condition: Condition, inputs: AlertInputs): Level | Unknown {
  const account = inputs.summaries().find(({ id }) => id === condition.accountId)
  if (account === undefined) return { unknown: 'The account has not been read yet' }
  const caveats = describeAge([account], inputs)
  const { figure } = condition
  if (figure === 'move') return measureMove(condition, inputs, caveats)
  const { initial = null, available = null, distance = null } = account.margin ?? {}
  if (figure === 'distance') {
    return distance === null
      ? { unknown: 'The service states no maintenance margin' }
      : distanceLevel(condition, distance, caveats)
  }
  if (initial === null || available === null) return { unknown: 'The service states no margin in use' }
  const value = percentOf(initial, add(initial, available))
  if (value === null) return { unknown: 'There is neither margin nor cash' }
  const facts = [
    fact('In use', 'percent', value),
    fact('Initial margin', 'amount', initial),
    fact('Available', 'amount', available),
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

/** Equity minus maintenance margin against the threshold. */
export function distanceLevel({ threshold }: Condition, value: Decimal, caveats: readonly string[] = []): Level {
  const facts = [fact('Equity above maintenance', 'amount', value)]
  return { value, threshold, side: 'below', hysteresis: shareOf(threshold), facts, caveats }
}

/** The size of the uniform move that leads to a call, in percent; 0 where equity is below the requirement already. */
export function moveLevel({ threshold }: Condition, call: Call, caveats: readonly string[] = []): Level {
  const value = call.state === 'below' ? decimalOf(0) : absolute(call.percent ?? wholeFall)
  const facts = [
    call.state === 'call' && call.percent !== null
      ? fact('Leads to a call', 'change', call.percent)
      : fact('Margin', 'words', stateWords[call.state]),
  ]
  return { value, threshold, side: 'below', hysteresis: tenthOf(threshold), facts, caveats }
}

const stateWords = {
  call: 'a move of prices leads to a call',
  below: 'equity is below the requirement',
  none: 'no uniform move of prices leads to a call',
}

function measureMove(condition: Condition, inputs: AlertInputs, caveats: readonly string[]): Level | Unknown {
  const stress = inputs.stress(condition.accountId)
  if (stress === null) return { unknown: 'The account has not been read yet' }
  const { call, unknown, positions } = stress
  if (call === null) return { unknown: marginUnknownWords(unknown ?? 'requirement') }
  const out = positions.filter(({ notCovered }) => notCovered !== null).map(({ symbol }) => symbol)
  const words = out.length === 0 ? [] : [`Not covered: ${nameSome(out)}`]
  return moveLevel(condition, call, [...caveats, ...words])
}
