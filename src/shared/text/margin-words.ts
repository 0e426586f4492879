import type { MarginUnknown, NotCovered } from '../model/margin.ts'

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
