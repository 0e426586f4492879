import type { NotConverted, RateProblem } from '../model/currency.ts'
import type { MarginUnknown, NotCovered } from '../model/margin.ts'

const problems: Readonly<Record<RateProblem, string>> = {
  'unknown-currency': 'its currency is unknown',
  'no-instrument': 'no instrument of the service prices this currency',
  'unknown-units': 'the service does not say for how many units the price is: choose the instrument in Settings',
  'not-read': 'its rate has not been loaded yet',
  refused: 'the service refuses the instrument of its rate',
  'other-currency': 'the instrument is quoted in another currency than its ticker says',
  'no-price': 'the instrument of its rate has no price',
}

/** Why there is no rate, as the end of a sentence. */
export const rateProblemWords = (problem: RateProblem): string => problems[problem]

/** Why an amount stays beside a total, and what it belongs to. */
export const notConvertedWords = ({ problem, names }: Pick<NotConverted, 'problem' | 'names'>): string =>
  `Not converted because ${problems[problem]}: ${names.join(', ')}`

const unknownWords: Readonly<Record<MarginUnknown, string>> = {
  'no-margin': 'The account has no margin',
  equity: 'The service states no equity',
  requirement: 'The service states no maintenance margin',
  currency: 'The currency of the equity is unknown',
  'nothing-covered': 'No position can be covered',
}

/** Why the move that leads to a margin call is unknown. */
export const marginUnknownWords = (reason: MarginUnknown): string => unknownWords[reason]

const notCoveredTexts: Readonly<Record<NotCovered, string>> = {
  option: 'an option is not linear',
  future: 'a future has a margin, not a value',
  'value-unknown': 'its value is unknown',
  'currency-unknown': 'its currency is unknown',
  'account-currency-unknown': 'the currency of the account is unknown',
  'no-rate': 'there is no rate to the currency of the account',
  'requirement-unknown': 'the service states no requirement for it',
  'requirement-currency-unknown': 'the currency of its requirement is unknown',
}

/** Why shocks hold a position still, as the end of a sentence. */
export const notCoveredWords = (reason: NotCovered): string => notCoveredTexts[reason]
