import { divide, multiply, parseDecimal, subtract, type Decimal } from '#shared/decimal.ts'

const hundred = parseDecimal('100')

/** How far the last price must move to reach the target, in percent of the last price; `null` if a price is unknown or zero. */
export function targetDistance(target: Decimal | null, last: Decimal | null): Decimal | null {
  if (target === null || last === null || hundred === null) return null
  return divide(multiply(subtract(target, last), hundred), last, 6)
}
