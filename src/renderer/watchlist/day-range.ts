import { compare, divide, subtract, type Decimal } from '../../shared/decimal.ts'

/** Where `last` stands between the day's low and high: 0 … 1; `null` unless all are known and the range is one. */
export function placeInRange(low: Decimal | null, high: Decimal | null, last: Decimal | null): number | null {
  if (low === null || high === null || last === null || compare(low, high) >= 0) return null
  const place = divide(subtract(last, low), subtract(high, low), 4)
  return place === null ? null : Math.max(0, Math.min(1, Number(place)))
}
