import Big from 'big.js'
import type { $brand } from 'zod'

/** An exact decimal number as plain text: optional minus, digits, optional fraction. Never an exponent, never `-0`. */
export type Decimal = string & $brand<'Decimal'>

/** The text form of every Decimal. */
export const decimalPattern = /^-?\d+(\.\d+)?$/

/** Larger exponents cannot occur in money. They are rejected before they use memory. */
const maxExponent = 60

// Exact for everything except division, which sets its own number of places in `divide`.
const exact = Big()
exact.strict = false

const fromBig = (value: Big): Decimal => (value.eq(0) ? '0' : value.toFixed()) as Decimal

/** Parses decimal text, including scientific notation (`"5.75349694E8"`). Anything else gives `null` (unknown), never zero. */
export function parseDecimal(text: string): Decimal | null {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/.test(text) || text.length > 80) return null
  const value = exact(text.replace(/^\+/, '').replace(/\.(?=$|[eE])/, ''))
  return Math.abs(value.e) > maxExponent ? null : fromBig(value)
}

/** A whole number as a Decimal. */
export const decimalOf = (integer: number | bigint): Decimal => fromBig(exact(integer.toString()))

export const zero = '0' as Decimal

export const add = (a: Decimal, b: Decimal): Decimal => fromBig(exact(a).plus(b))
export const subtract = (a: Decimal, b: Decimal): Decimal => fromBig(exact(a).minus(b))
export const multiply = (a: Decimal, b: Decimal): Decimal => fromBig(exact(a).times(b))
export const negate = (a: Decimal): Decimal => fromBig(exact(a).neg())
export const absolute = (a: Decimal): Decimal => fromBig(exact(a).abs())

/** Adds whole numbers of the smallest unit, which is many times faster than adding decimals one by one. */
export function sum(values: readonly Decimal[]): Decimal {
  const places = values.reduce((max, value) => Math.max(max, placesOf(value)), 0)
  const units = values.reduce((total, value) => {
    const zeros = '0'.repeat(places - placesOf(value))
    return total + BigInt(value.replace('.', '') + zeros)
  }, 0n)
  return fromBig(exact(`${units}e-${places}`))
}

/** The number of digits after the point. */
const placesOf = (value: Decimal): number => {
  const point = value.indexOf('.')
  return point < 0 ? 0 : value.length - point - 1
}

/** Quotient rounded half away from zero at `places`; `null` if the divisor is zero. */
export function divide(a: Decimal, b: Decimal, places = 12): Decimal | null {
  if (sign(b) === 0) return null
  return fromBig(new (roundedTo(places))(a).div(b))
}

const byPlaces = new Map<number, ReturnType<typeof Big>>()

/** Cached, because creating one takes longer than a division. */
function roundedTo(places: number): ReturnType<typeof Big> {
  const known = byPlaces.get(places)
  if (known !== undefined) return known
  const Rounded = Big()
  Rounded.DP = places
  byPlaces.set(places, Rounded)
  return Rounded
}

/** With the given number of significant digits, rounded half away from zero. */
export const toSignificant = (a: Decimal, digits: number): Decimal => fromBig(exact(a).prec(digits, 1))

/**
 * The sign of a minus b: -1, 0 or 1. Floats decide if they differ, which never reverses the order; all digits are compared
 * only if they are equal.
 */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const [left, right] = [Number(a), Number(b)]
  if (left === right) return exact(a).cmp(b)
  return left < right ? -1 : 1
}
export function sign(a: Decimal): -1 | 0 | 1 {
  const value = Number(a)
  if (value === 0) return exact(a).cmp(0)
  return value < 0 ? -1 : 1
}

/** Text with exactly `places` decimal places, rounded half away from zero. */
export const toPlaces = (a: Decimal, places: number): string => {
  const text = exact(a).toFixed(places)
  return /^-0(\.0+)?$/.test(text) ? text.slice(1) : text
}

/** A float, for charts and statistics only. */
export const toNumber = (a: Decimal): number => Number(a)

/** Compares exact decimals for sorting, smallest first. Floats decide except in ties: rounding never reverses an order. */
export const orderDecimals = (a: Decimal, b: Decimal): number =>
  a === b ? 0 : toNumber(a) - toNumber(b) || compare(a, b)
