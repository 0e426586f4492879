import { decimalPattern, type Decimal } from '#shared/decimal.ts'

/**
 * Decimal places of a unit. An amount or a quantity is a whole number of units of 10⁻¹⁸, so that sums are fast and
 * exact.
 */
export const unitPlaces = 18

const unitsInOne = 10n ** BigInt(unitPlaces)

/** Reads an exact decimal as units of 10⁻¹⁸; `null` if it has more than 18 decimals. */
export function parseUnits(text: string): bigint | null {
  const point = text.indexOf('.')
  if (point < 0) return BigInt(text) * unitsInOne
  const fraction = text.slice(point + 1).replace(/0+$/, '')
  if (fraction.length > unitPlaces) return null
  return BigInt(text.slice(0, point) + fraction) * 10n ** BigInt(unitPlaces - fraction.length)
}

/** Writes units as the shortest decimal text. */
export function formatUnits(units: bigint): Decimal {
  const digits = String(units < 0n ? -units : units).padStart(unitPlaces + 1, '0')
  const fraction = digits.slice(-unitPlaces).replace(/0+$/, '')
  const text = `${units < 0n ? '-' : ''}${digits.slice(0, -unitPlaces)}${fraction === '' ? '' : `.${fraction}`}`
  if (!isDecimal(text)) throw new RangeError('units that are no decimal')
  return text
}

const isDecimal = (text: string): text is Decimal => decimalPattern.test(text)

/**
 * Returns the number of units `numerator / denominator`, rounded half away from zero to `places` decimal places of the
 * amount.
 */
export function roundedQuotient(numerator: bigint, denominator: bigint, places: number): bigint {
  const step = 10n ** BigInt(unitPlaces - places)
  const divisor = magnitude(denominator) * step
  const quotient = ((magnitude(numerator) * 2n + divisor) / (divisor * 2n)) * step
  return numerator < 0n === denominator < 0n ? quotient : -quotient
}

/** The number of decimal places that an amount in units needs. */
export function placesOf(units: bigint): number {
  let [rest, places] = [magnitude(units), unitPlaces]
  for (; places > 0 && rest % 10n === 0n; places--) rest /= 10n
  return places
}

/** Units in the last of some decimal places. */
const unitsInPlace = Array.from({ length: unitPlaces + 1 }, (_, places) => 10n ** BigInt(unitPlaces - places))

/** Whether an amount in units needs no more than these decimal places. */
export const fitsPlaces = (units: bigint, places: number): boolean => units % (unitsInPlace[places] ?? 1n) === 0n

/** The absolute value of units. */
export const magnitude = (units: bigint): bigint => (units < 0n ? -units : units)
