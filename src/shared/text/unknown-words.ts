import { m } from '../messages/messages.js'
import type { NotConverted, RateProblem } from '../model/currency.ts'
import type { MarginUnknown, NotCovered } from '../model/margin.ts'
import { texts } from '../texts.ts'

const problems: Readonly<Record<RateProblem, string>> = texts({
  'unknown-currency': m.unknown_its_currency_is_unknown,
  'no-instrument': m.unknown_currency_not_priced,
  'unknown-units': m.unknown_the_service_does_not_say_for_how,
  'not-read': m.unknown_its_rate_has_not_been_loaded_yet,
  refused: m.unknown_rate_refused,
  'other-currency': m.unknown_the_instrument_is_quoted_in_another_currency,
  'no-price': m.unknown_rate_without_price,
  'no-past-price': m.unknown_no_rate_until_then_is_recorded,
})

/** Why there is no rate, as the second half of a sentence. */
export const rateProblemWords = (problem: RateProblem): string => problems[problem]

/** Why an amount is not part of a total, and what it belongs to, if that is known. */
export const notConvertedWords = ({ problem, names }: Pick<NotConverted, 'problem' | 'names'>): string =>
  names.length === 0
    ? m.unknown_not_converted_because_problem({ problem: problems[problem] })
    : m.unknown_not_converted_because_problems_names({ problems: problems[problem], names: names.join(', ') })

const unknownWords: Readonly<Record<MarginUnknown, string>> = texts({
  'no-margin': m.unknown_the_account_has_no_margin,
  equity: m.unknown_the_service_states_no_equity,
  requirement: m.common_the_service_states_no_maintenance_margin,
  currency: m.unknown_the_currency_of_the_equity_is_unknown,
  'nothing-covered': m.unknown_no_position_can_be_covered,
})

/** Why the move that leads to a margin call is unknown. */
export const marginUnknownWords = (reason: MarginUnknown): string => unknownWords[reason]

const notCoveredTexts: Readonly<Record<NotCovered, string>> = texts({
  option: m.unknown_an_option_is_not_linear,
  future: m.unknown_future_without_value,
  'value-unknown': m.unknown_its_value_is_unknown,
  'currency-unknown': m.unknown_its_currency_is_unknown,
  'account-currency-unknown': m.unknown_the_currency_of_the_account_is_unknown,
  'no-rate': m.unknown_there_is_no_rate_to_the_currency,
  'requirement-unknown': m.unknown_the_service_states_no_requirement_for_it,
  'requirement-currency-unknown': m.unknown_the_currency_of_its_requirement_is_unknown,
})

/** Why no shock applies to a position, as the second half of a sentence. */
export const notCoveredWords = (reason: NotCovered): string => notCoveredTexts[reason]

/** The code of a currency; of an unknown one (`''`), that it is unknown. */
export const currencyWords = (currency: string): string => currency || m.insight_unknown_currency()

/** The name of cash or of a debt, of one currency (`''` for an unknown one) or of all (`null`). */
export function cashWords(isDebt: boolean, currency: string | null): string {
  if (currency === null) return isDebt ? m.insight_debt() : m.common_cash()
  return (isDebt ? m.insight_debt_currency : m.insight_cash_currency)({ currency: currencyWords(currency) })
}
