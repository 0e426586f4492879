import { CorruptDatabaseError } from '#main/sqlite/errors.ts'
import { type Decimal, parseDecimal } from '#shared/decimal.ts'

/** An amount in a form that SQL can sum: whole units and billionths, both with the sign of the amount. */
export interface AmountParts {
  readonly units: bigint
  readonly nanos: number
}

const largestUnits = 2n ** 63n - 1n

/** Splits an amount exactly; null when it has more than nine decimals or does not fit 64 bits. */
export function splitAmount(amount: Decimal): AmountParts | null {
  const match = /^(-?)(\d+)(?:\.(\d{1,9})0*)?$/.exec(amount)
  const whole = match?.[2]
  if (whole === undefined || whole.length > 40) return null
  const sign = match?.[1] === '-' ? -1 : 1
  const units = BigInt(whole)
  if (units > largestUnits) return null
  // `+ 0` converts minus zero to zero.
  return { units: BigInt(sign) * units, nanos: sign * Number((match?.[3] ?? '').padEnd(9, '0')) + 0 }
}

/** Returns the decimal text of units and nanos. Units are text, because a float may not represent them exactly. */
export function joinAmount(units: string, nanos: number): string {
  const isNegative = units.startsWith('-') || nanos < 0
  const fraction = String(Math.abs(nanos)).padStart(9, '0').replace(/0+$/, '')
  return `${isNegative ? '-' : ''}${units.replace('-', '')}${fraction === '' ? '' : `.${fraction}`}`
}

/**
 * Sums of whole units in two halves of 32 bits, and of billionths. Both halves are signed, so that the sums of usual
 * amounts stay small: each is exact in a float for billions of rows below a million units, and for at least four
 * million rows of any size.
 */
export interface GroupSums {
  count: number
  high: number
  low: number
  nanos: number
}

const half = 2n ** 32n

/** The halves of the column `units` of a row, as `sumsOf` splits them. */
export const highOfUnits = (units: string): string => `((${units} >> 32) + ((${units} >> 31) & 1))`
export const lowOfUnits = (units: string): string => `((${units} & 4294967295) - (((${units} >> 31) & 1) << 32))`

/** The sums of no rows. */
export const emptySums = (): GroupSums => ({ count: 0, high: 0, low: 0, nanos: 0 })

/** The sums of one row; `null` is a row without money. */
export function sumsOf(parts: AmountParts | null): GroupSums {
  if (parts === null) return { count: 1, high: 0, low: 0, nanos: 0 }
  const low = BigInt.asIntN(32, parts.units)
  return { count: 1, high: Number((parts.units - low) / half), low: Number(low), nanos: parts.nanos }
}

/** The exact amount of some sums. */
export function amountOf({ high, low, nanos }: GroupSums): Decimal {
  const total = (BigInt(high) * half + BigInt(low)) * 1_000_000_000n + BigInt(nanos)
  const digits = (total < 0n ? -total : total).toString().padStart(10, '0')
  const amount = parseDecimal(`${total < 0n ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`)
  if (amount === null) throw new CorruptDatabaseError({ is: 'stored-value', found: 'sum' })
  return amount
}
