import { m } from '#shared/messages/messages.js'
import { texts } from '#shared/texts.ts'
import type { Holding } from './holding.ts'

/** What an open row of a bond states. */
const bondFacts = ['coupon', 'accrued', 'yield', 'maturity', 'offer'] as const
export type BondFact = (typeof bondFacts)[number]

export const bondFactTitles: Readonly<Record<BondFact, string>> = texts({
  coupon: m.positions_next_coupon,
  accrued: m.positions_accrued_interest,
  yield: m.positions_yield_to_maturity,
  maturity: m.positions_maturity,
  offer: m.income_offer,
})

/** The facts of a bond: an offer only if there is one. */
export const bondFactsOf = ({ bond }: Holding): readonly BondFact[] =>
  bond?.offerOn == null ? bondFacts.filter((fact) => fact !== 'offer') : bondFacts
