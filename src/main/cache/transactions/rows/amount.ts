import type { Decimal } from '../../../../shared/decimal.ts'

/** An amount as SQL can sum it: whole units and billionths, both with the amount's sign. */
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
  // `+ 0` makes a plain zero of minus zero.
  return { units: BigInt(sign) * units, nanos: sign * Number((match?.[3] ?? '').padEnd(9, '0')) + 0 }
}

/** Decimal text of units (as text: they may exceed what a float holds) and nanos. */
export function joinAmount(units: string, nanos: number): string {
  const isNegative = units.startsWith('-') || nanos < 0
  const fraction = String(Math.abs(nanos)).padStart(9, '0').replace(/0+$/, '')
  return `${isNegative ? '-' : ''}${units.replace('-', '')}${fraction === '' ? '' : `.${fraction}`}`
}
