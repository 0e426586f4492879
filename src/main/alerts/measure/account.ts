import type { AlertCondition } from '../../../shared/model/alert.ts'
import type { SummarizedAccount } from '../../insight/portfolio/account-summary.ts'
import { joinSums } from '../../insight/portfolio/partial-sum.ts'
import { describeAge, nameSome } from './words.ts'
import type { AlertInputs } from './inputs.ts'
import { fact, shareOf, type Level, type Unknown } from './threshold.ts'
import { readTotal, type AccountFigure } from './total-figure.ts'

type Condition = Extract<AlertCondition, { kind: 'account' }>

/**
 * A figure of an account as the service states it, or of all accounts together in one currency. One unknown part makes the
 * sum unknown.
 */
export function measureAccount(condition: Condition, inputs: AlertInputs): Level | Unknown {
  const accounts = inputs.summaries().filter(({ id }) => (condition.accountId ?? id) === id)
  if (accounts.length === 0) return { unknown: 'The account has not been read yet' }
  const found = readFigure(condition, accounts, inputs)
  return 'unknown' in found ? found : accountLevel(condition, found, describeAge(accounts, inputs))
}

/** An account's figure against the threshold. */
export function accountLevel(condition: Condition, found: AccountFigure, caveats: readonly string[] = []): Level {
  const { threshold, direction: side } = condition
  const facts = [fact(labels[condition.figure], 'amount', found.amount, found.currency), ...found.facts]
  return { value: found.amount, threshold, side, hysteresis: shareOf(threshold), facts, caveats }
}

const labels = { equity: 'Equity', unrealized: 'Unrealized profit', 'day-profit': 'Day’s profit' }

function readFigure(
  condition: Condition,
  accounts: readonly SummarizedAccount[],
  inputs: AlertInputs,
): AccountFigure | Unknown {
  const { figure, currency } = condition
  if (figure === 'day-profit') return readDayProfit(accounts, currency)
  const name = figure === 'equity' ? 'equity' : 'unrealizedProfit'
  const parts = accounts.map((account) => ({ id: account.id, amount: account[name] }))
  const [only] = parts
  if (parts.some(({ amount }) => amount === null) || only?.amount == null) {
    return { unknown: 'The service does not state this figure' }
  }
  return currency === null && parts.length === 1
    ? { amount: only.amount, currency: null, facts: [] }
    : readTotal(parts, currency, inputs.currencies())
}

function readDayProfit(accounts: readonly SummarizedAccount[], currency: string | null): AccountFigure | Unknown {
  const { amounts, missing } = joinSums(accounts.map(({ dailyPnl }) => dailyPnl))
  if (missing.length > 0) return { unknown: `The day’s profit of ${nameSome(missing)} is unknown` }
  const own = amounts.find((sum) => sum.currency === currency)
  return own === undefined
    ? { unknown: `There is no position in ${currency ?? 'this currency'}` }
    : { amount: own.amount, currency, facts: [] }
}
