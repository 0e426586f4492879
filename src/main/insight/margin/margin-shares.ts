import { absolute, add, compare, decimalOf, divide, subtract, sum, type Decimal } from '../../../shared/decimal.ts'

const sharePlaces = 12

/**
 * What each part is of their sum: rounded shares that add up to 1 to the last digit, because the largest part takes what
 * rounding leaves. `null` where the sum is zero.
 */
export function sharesOf(parts: readonly Decimal[]): readonly Decimal[] | null {
  const whole = sum(parts)
  const rounded = parts.flatMap((part) => divide(part, whole, sharePlaces) ?? [])
  const [first] = parts
  if (first === undefined || rounded.length < parts.length) return null
  const left = subtract(decimalOf(1), sum(rounded))
  const largest = parts.reduce((best, part) => (compare(absolute(part), absolute(best)) > 0 ? part : best), first)
  const index = parts.indexOf(largest)
  return rounded.map((share, at) => (at === index ? add(share, left) : share))
}
