import type { BondFigures, BondGap } from '../../../shared/model/bond.ts'

const gapWords: Readonly<Record<BondGap, string>> = {
  'no-reference': 'The reference data has not been loaded yet.',
  'no-maturity': 'The maturity date is unknown.',
  matured: 'The bond has matured.',
  'no-face': 'The face value is unknown.',
  'events-not-read': 'Its coupons have not been loaded yet.',
  'no-price': 'There is no price.',
  'coupons-unknown':
    'The coupons up to maturity are not known: the last two differ, or the face value was repaid in part.',
  'currencies-differ': 'Coupons and face value are in different currencies.',
  'no-single-yield': 'There is no single yield at this price.',
}

/** Why a figure of a bond is "—". */
export const gapText = (gap: BondGap | null): string =>
  gap === null ? 'Its figures have not been loaded yet.' : gapWords[gap]

/** How the yield is calculated, or why it is unknown. */
export function yieldText(bond: BondFigures | null): string {
  if (bond === null || bond.yieldToMaturity === null) return gapText(bond?.yieldGap ?? null)
  return [
    'Effective annual yield to maturity, actual/365, at the current price plus accrued interest, settled today.',
    bond.isYieldProjected ? 'Coupons that are not announced are taken as the last one.' : '',
    bond.offerOn === null ? '' : 'There is an offer before maturity, which this yield does not assume.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Why there is no accrued interest, or how it is calculated. */
export const accruedText = (bond: BondFigures | null): string =>
  bond === null || bond.accruedInterest === null
    ? gapText(bond?.accruedGap ?? null)
    : 'Of one piece: the next coupon × days since the last one ÷ days of the period, to the cent.'
