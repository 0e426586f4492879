import { compare, divide, sign, zero, type Decimal } from '../../shared/decimal.ts'

/** How much of the equity is free above the maintenance margin: 0 … 1; `null` unless both are known. */
export function freeShare(distance: Decimal | null, equity: Decimal | null): number | null {
  if (distance === null || equity === null || sign(equity) <= 0) return null
  if (compare(distance, zero) <= 0) return 0
  const share = divide(distance, equity, 4)
  return share === null ? null : Math.min(1, Number(share))
}

/** Below this share of the equity, a margin call is near enough to be marked. */
export const nearShare = 0.2
