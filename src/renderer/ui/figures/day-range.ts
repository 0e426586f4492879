import { compare, divide, subtract, type Decimal } from '#shared/decimal.ts'

/** The position of `last` between the low and the high of the day, 0 … 1; `null` if a price is unknown or the range is empty. */
export function positionInRange(low: Decimal | null, high: Decimal | null, last: Decimal | null): number | null {
  if (low === null || high === null || last === null || compare(low, high) >= 0) return null
  const position = divide(subtract(last, low), subtract(high, low), 4)
  return position === null ? null : Math.max(0, Math.min(1, Number(position)))
}
