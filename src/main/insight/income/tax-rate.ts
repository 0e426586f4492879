import { magnitude, unitPlaces } from '../lots/units.ts'

/** In percent: those at which dividends and coupons are taxed at the source. */
const usualRates = [5n, 9n, 10n, 13n, 15n, 18n, 20n, 22n, 25n, 26n, 28n, 30n, 35n]

const unit = 10n ** BigInt(unitPlaces)
const cent = unit / 100n

/**
 * Whether a tax (positive) is a usual part of what was paid (positive), in units: to a cent, or to one unit of money where
 * it is stated without cents and is no small one.
 */
export function isUsualTax(tax: bigint, paid: bigint): boolean {
  if (tax <= 0n || paid <= 0n) return false
  const isWholeUnits = tax % unit === 0n && tax >= 10n * unit
  const tolerance = isWholeUnits ? unit : cent
  return usualRates.some((rate) => magnitude(tax * 100n - paid * rate) < tolerance * 100n)
}
