import { parseDecimal, toPlaces, type Decimal } from '#shared/decimal.ts'

const significantDigits = 6

/**
 * A rate above zero with six significant digits, or with all digits before the decimal point. For display only: conversions
 * use the exact rate.
 */
export function rateDigits(rate: Decimal): Decimal {
  const [whole = '', fraction = ''] = rate.split('.')
  const digitsBefore = whole === '0' ? -(/^0*/.exec(fraction)?.[0].length ?? 0) : whole.length
  return parseDecimal(toPlaces(rate, Math.max(0, significantDigits - digitsBefore))) ?? rate
}
