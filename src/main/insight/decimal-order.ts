import { compare, toNumber, type Decimal } from '../../shared/decimal.ts'

/** Orders exact decimals, smallest first. Reading a float never turns an order round, so big numbers are built for ties alone. */
export const orderDecimals = (a: Decimal, b: Decimal): number =>
  a === b ? 0 : toNumber(a) - toNumber(b) || compare(a, b)
