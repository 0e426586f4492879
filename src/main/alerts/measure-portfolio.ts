import { absolute, add, sum, type Decimal } from '../../shared/decimal.ts'
import { minuteMs } from '../../shared/durations.ts'
import { formatAge } from '../../shared/text/format-time.ts'
import type { AlertCondition } from '../../shared/model/alert.ts'
import { sumAllOrNone, type SummarizedAccount } from '../insight/portfolio/account-summary.ts'
import { joinSums } from '../insight/portfolio/partial-sum.ts'
import { fact, percentOf, shareOf, tenthOf, type Level, type Unknown } from './threshold.ts'
import type { AlertInputs } from './alert-inputs.ts'

type Of<K extends AlertCondition['kind']> = Extract<AlertCondition, { kind: K }>

/** The age of a reading from which a notice mentions it. */
const oldAfterMs = 10 * minuteMs

/** A figure of an account, or of all accounts together, as the service states it. One unknown part makes the sum unknown. */
export function measureAccount(condition: Of<'account'>, inputs: AlertInputs): Level | Unknown {
  const accounts = inputs.summaries().filter(({ id }) => (condition.accountId ?? id) === id)
  if (accounts.length === 0) return { unknown: 'The account has not been read yet' }
  const figure = readAccountFigure(condition, accounts)
  return typeof figure === 'string' ? accountLevel(condition, figure, describeAge(accounts, inputs)) : figure
}

/** An account's figure against the threshold. */
export function accountLevel(condition: Of<'account'>, value: Decimal, caveats: readonly string[] = []): Level {
  const { threshold, direction: side, currency } = condition
  const facts = [fact(accountLabels[condition.figure], 'amount', value, currency)]
  return { value, threshold, side, hysteresis: shareOf(threshold), facts, caveats }
}

const accountLabels = { equity: 'Equity', unrealized: 'Unrealized profit', 'day-profit': 'Day’s profit' }

function readAccountFigure(condition: Of<'account'>, accounts: readonly SummarizedAccount[]): Decimal | Unknown {
  if (condition.figure !== 'day-profit') {
    const name = condition.figure === 'equity' ? 'equity' : 'unrealizedProfit'
    return (
      sumAllOrNone(accounts.map((account) => account[name])) ?? { unknown: 'The service does not state this figure' }
    )
  }
  const { amounts, missing } = joinSums(accounts.map(({ dailyPnl }) => dailyPnl))
  if (missing.length > 0) return { unknown: `The day’s profit of ${nameSome(missing)} is unknown` }
  const own = amounts.find(({ currency }) => currency === condition.currency)
  return own?.amount ?? { unknown: `There is no position in ${condition.currency ?? 'this currency'}` }
}

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
  const facts = [fact(accountLabels[condition.figure], 'amount', value, own[0]?.currency ?? null)]
  return { value, threshold, side, hysteresis: shareOf(threshold), facts, caveats }
}

type Valued = readonly { readonly value: Decimal | null }[]

function weigh(values: readonly (Decimal | null)[], whole: Valued): Decimal | null {
  const gross = (all: readonly (Decimal | null)[]): Decimal =>
    sum(all.flatMap((value) => (value === null ? [] : [absolute(value)])))
  return percentOf(gross(values), gross(whole.map(({ value }) => value)))
}

/** How near an account is to a margin call. Source: the portfolio of the account, see `summarizeAccount`. */
export function measureMargin(condition: Of<'margin'>, inputs: AlertInputs): Level | Unknown {
  const account = inputs.summaries().find(({ id }) => id === condition.accountId)
  if (account === undefined) return { unknown: 'The account has not been read yet' }
  const { margin } = account
  const caveats = describeAge([account], inputs)
  const { threshold } = condition
  if (condition.figure === 'distance') {
    const value = margin?.distance ?? null
    if (value === null) return { unknown: 'The service states no maintenance margin' }
    const facts = [fact('Equity above maintenance', 'amount', value)]
    return { value, threshold, side: 'below', hysteresis: shareOf(threshold), facts, caveats }
  }
  const { initial = null, available = null } = margin ?? {}
  if (initial === null || available === null) return { unknown: 'The service states no margin in use' }
  const value = percentOf(initial, add(initial, available))
  if (value === null) return { unknown: 'There is neither margin nor cash' }
  const facts = [
    fact('In use', 'percent', value),
    fact('Initial margin', 'amount', initial),
    fact('Available', 'amount', available),
  ]
  return { value, threshold, side: 'above', hysteresis: tenthOf(threshold), facts, caveats }
}

function describeAge(read: readonly { readonly fetchedAt: number }[], { now }: AlertInputs): string[] {
  const ageMs = now - Math.min(...read.map(({ fetchedAt }) => fetchedAt))
  return ageMs > oldAfterMs ? [`The account was read ${formatAge(ageMs)} ago`] : []
}

const nameSome = (names: readonly string[]): string =>
  names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
