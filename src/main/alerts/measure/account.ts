import { toPlaces, type Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import type { AlertText } from '#shared/model/alert-text.ts'
import type { AlertFact } from '#shared/model/alert.ts'
import { nameSome } from '#shared/text/alerts/alert-texts.ts'
import { rateProblemWords } from '#shared/text/unknown-words.ts'
import { convertParts, type Conversion } from '../../insight/currency/convert.ts'
import type { SummarizedAccount } from '../../insight/portfolio/account-summary.ts'
import { joinSums } from '../../insight/portfolio/position-value.ts'
import type { AlertCurrencies, AlertInputs } from './inputs.ts'
import { coded, fact, type Unknown, describeAge, shareOf, type Level } from './threshold.ts'

/** A figure of an account in `currency`, with the rates of its conversion. */
interface AccountFigure {
  readonly amount: Decimal
  /** `null`: the figure is not converted and its currency is not known. */
  readonly currency: string | null
  readonly facts: readonly AlertFact[]
}

/** A figure of one account, in the currency of the account's equity. */
interface TotalPart {
  readonly id: string
  readonly amount: Decimal | null
}

const ratePlaces = 6

/**
 * The currency in which figures of several accounts are added: the currency of the rule, otherwise the base currency, otherwise
 * the common currency of the accounts. If there is none, the reason.
 */
export function totalCurrency(
  ids: readonly string[],
  chosen: string | null,
  { base, currencyOf }: AlertCurrencies,
): string | Unknown {
  const currency = chosen ?? base
  if (currency !== null) return currency
  const unknown = ids.filter((id) => currencyOf(id) === null)
  if (unknown.length > 0)
    return { unknown: m.alerts_the_currency_of_the_equity_of_unknown({ unknown: nameSome(unknown) }) }
  const [first, ...others] = new Set(ids.map(currencyOf))
  return first == null || others.length > 0 ? { unknown: m.alerts_several_currencies() } : first
}

/** Adds the figures of several accounts in one currency. Unknown if one of them has no rate to it. */
function readTotal(
  parts: readonly TotalPart[],
  chosen: string | null,
  currencies: AlertCurrencies,
): AccountFigure | Unknown {
  const ids = parts.map(({ id }) => id)
  const target = totalCurrency(ids, chosen, currencies)
  return typeof target === 'string' ? addIn(currencies.bookTo(target), parts, currencies.currencyOf) : target
}

/** Adds the figures with these rates. */
function addIn(
  to: Conversion,
  parts: readonly TotalPart[],
  currencyOf: AlertCurrencies['currencyOf'],
): AccountFigure | Unknown {
  const { amount, notConverted, missing, rates } = convertParts(
    parts.map(({ id, amount }) => ({ name: id, amount, currency: currencyOf(id) })),
    to,
  )
  const [problem] = notConverted
  if (problem !== undefined) {
    const words = m.alerts_names_cannot_be_converted_to_currency({
      names: nameSome(problem.names),
      currency: to.currency,
    })
    return { unknown: `${words}: ${rateProblemWords(problem.problem)}` }
  }
  if (amount === null || missing.length > 0) return { unknown: m.alerts_the_service_does_not_state_this_figure() }
  const facts = rates.map(({ currency, rate }) =>
    fact(`1 ${currency}`, 'price', toPlaces(rate, ratePlaces), to.currency),
  )
  return { amount, currency: to.currency, facts }
}

type Condition = Extract<AlertCondition, { kind: 'account' }>

/**
 * A figure of an account as the service states it, or of all accounts together in one currency. If one part is unknown, the sum
 * is unknown.
 */
export function measureAccount(condition: Condition, inputs: AlertInputs): Level | Unknown {
  const accounts = inputs.summaries().filter(({ id }) => (condition.accountId ?? id) === id)
  if (accounts.length === 0) return { unknown: m.alerts_the_account_has_not_been_read_yet() }
  const found = readFigure(condition, accounts, inputs)
  return 'unknown' in found ? found : accountLevel(condition, found, describeAge(accounts, inputs))
}

/** Compares the figure of an account with the threshold. */
export function accountLevel(condition: Condition, found: AccountFigure, caveats: readonly AlertText[] = []): Level {
  const { threshold, direction: side } = condition
  const facts = [fact(coded(condition.figure), 'amount', found.amount, found.currency), ...found.facts]
  return { value: found.amount, threshold, side, hysteresis: shareOf(threshold), facts, caveats }
}

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
    return { unknown: m.alerts_the_service_does_not_state_this_figure() }
  }
  return currency === null && parts.length === 1
    ? { amount: only.amount, currency: null, facts: [] }
    : readTotal(parts, currency, inputs.currencies())
}

function readDayProfit(accounts: readonly SummarizedAccount[], currency: string | null): AccountFigure | Unknown {
  const { amounts, missing } = joinSums(accounts.map(({ dailyPnl }) => dailyPnl))
  if (missing.length > 0)
    return { unknown: m.alerts_the_days_profit_of_missing_is_unknown({ missing: nameSome(missing) }) }
  const own = amounts.find((sum) => sum.currency === currency)
  return own === undefined
    ? { unknown: m.alerts_there_is_no_position_in_currency({ currency: currency ?? m.alerts_this_currency() }) }
    : { amount: own.amount, currency, facts: [] }
}
