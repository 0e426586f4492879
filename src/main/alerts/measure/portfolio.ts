import { absolute, sum, type Decimal } from '../../../shared/decimal.ts'
import type { AlertCondition } from '../../../shared/model/alert.ts'
import { sumAllOrNone } from '../../insight/portfolio/account-summary.ts'
import { describeAge, nameSome } from './words.ts'
import type { AlertInputs } from './inputs.ts'
import { fact, percentOf, shareOf, tenthOf, type Level, type Unknown } from './threshold.ts'

type Of<K extends AlertCondition['kind']> = Extract<AlertCondition, { kind: K }>

const profitLabels = { unrealized: 'Unrealized profit', 'day-profit': 'Day’s profit' }

/** A figure of one position, summed over the accounts that hold it. */
export function measurePosition(condition: Of<'position'>, inputs: AlertInputs): Level | Unknown {
  const rows = inputs.positions(condition.accountId)
  const own = rows.filter(({ symbol }) => symbol === condition.symbol)
  if (own.length === 0) return { unknown: 'There is no position in it' }
  const { threshold, direction: side } = condition
  const caveats = describeAge(condition.figure === 'weight' ? rows : own, inputs)
  if (condition.figure === 'weight') {
    const currency = own[0]?.currency ?? null
    const values = own.map(({ value }) => value)
    const whole = rows.filter((row) => row.currency === currency)
    const missing = whole.filter(({ value }) => value === null).map(({ symbol }) => symbol)
    const value = currency === null || values.includes(null) ? null : weigh(values, whole)
    if (value === null) return { unknown: 'Its value is unknown' }
    const without = missing.length === 0 ? [] : [`Not included: ${nameSome(missing)}, whose value is unknown`]
    const facts = [fact('Weight', 'percent', value, currency)]
    return { value, threshold, side, hysteresis: tenthOf(threshold), facts, caveats: [...caveats, ...without] }
  }
  const value = sumAllOrNone(own.map((row) => (condition.figure === 'unrealized' ? row.unrealizedPnl : row.dailyPnl)))
  if (value === null) return { unknown: 'The service does not state this figure' }
  const facts = [fact(profitLabels[condition.figure], 'amount', value, own[0]?.currency ?? null)]
  return { value, threshold, side, hysteresis: shareOf(threshold), facts, caveats }
}

type Valued = readonly { readonly value: Decimal | null }[]

function weigh(values: readonly (Decimal | null)[], whole: Valued): Decimal | null {
  const gross = (all: readonly (Decimal | null)[]): Decimal =>
    sum(all.flatMap((value) => (value === null ? [] : [absolute(value)])))
  return percentOf(gross(values), gross(whole.map(({ value }) => value)))
}
