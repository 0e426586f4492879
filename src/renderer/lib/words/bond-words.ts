import { m } from '#shared/messages/messages.js'
import type { BondFigures, BondGap } from '#shared/model/bond.ts'
import { texts } from '#shared/texts.ts'

const gapWords: Readonly<Record<BondGap, string>> = texts({
  'no-reference': m.positions_reference_data_not_loaded,
  'no-maturity': m.positions_maturity_date_unknown,
  matured: m.positions_the_bond_has_matured,
  'no-face': m.positions_face_value_unknown,
  'events-not-read': m.positions_coupons_not_loaded,
  'no-price': m.positions_there_is_no_price,
  'coupons-unknown': m.positions_coupons_not_known,
  'currencies-differ': m.positions_currencies_differ,
  'no-single-yield': m.positions_no_single_yield,
})

/** Why a figure of a bond is unknown. */
export const gapText = (gap: BondGap | null): string =>
  gap === null ? m.positions_bond_figures_not_loaded() : gapWords[gap]

/** How the yield is calculated, or why it is unknown. */
export function yieldText(bond: BondFigures | null): string {
  if (bond === null || bond.yieldToMaturity === null) return gapText(bond?.yieldGap ?? null)
  return [
    m.positions_how_the_yield_is_calculated(),
    bond.maturitySource === 'typed' ? m.positions_maturity_is_typed() : '',
    bond.isYieldProjected ? m.positions_coupons_are_taken_as_the_last() : '',
    bond.offerOn === null ? '' : m.positions_there_is_an_offer(),
  ]
    .filter(Boolean)
    .join(' ')
}

/** How the accrued interest is calculated, or why there is none. */
export const accruedText = (bond: BondFigures | null): string =>
  bond === null || bond.accruedInterest === null
    ? gapText(bond?.accruedGap ?? null)
    : m.positions_how_interest_accrues()
