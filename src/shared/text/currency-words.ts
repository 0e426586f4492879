import type { NotConverted, RateProblem } from '../model/currency.ts'

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
