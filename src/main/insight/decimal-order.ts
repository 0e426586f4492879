import { compare, toNumber, type Decimal } from '../../shared/decimal.ts'

/** Compares exact decimals for sorting, smallest first. Floats decide except in ties: rounding never reverses an order. */
export const orderDecimals = (a: Decimal, b: Decimal): number =>
  a === b ? 0 : toNumber(a) - toNumber(b) || compare(a, b)
