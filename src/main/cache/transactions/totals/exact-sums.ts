import { parseDecimal, type Decimal } from '../../../../shared/decimal.ts'
import { CorruptDatabaseError } from '../../../sqlite/errors.ts'
import type { AmountParts } from '../rows/amount.ts'

/**
 * Sums of whole units in two halves of 32 bits, and of billionths: each stays exact in a float for a million millions of
 * rows, and none can overflow where whole units of 64 bits would.
 */
export interface GroupSums {
  count: number
  high: number
  low: number
  nanos: number
}

const half = 2n ** 32n

/** No rows yet. */
export const transactionSums = (): GroupSums => ({ count: 0, high: 0, low: 0, nanos: 0 })

/** One row; null is one without money. */
export function sumsOf(parts: AmountParts | null): GroupSums {
  if (parts === null) return { count: 1, high: 0, low: 0, nanos: 0 }
  const low = BigInt.asUintN(32, parts.units)
  return { count: 1, high: Number((parts.units - low) / half), low: Number(low), nanos: parts.nanos }
}

/** The exact amount of sums. */
export function amountOf({ high, low, nanos }: GroupSums): Decimal {
  const total = (BigInt(high) * half + BigInt(low)) * 1_000_000_000n + BigInt(nanos)
  const digits = (total < 0n ? -total : total).toString().padStart(10, '0')
  const amount = parseDecimal(`${total < 0n ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`)
  if (amount === null) throw new CorruptDatabaseError('A stored sum is not a number.')
  return amount
}
