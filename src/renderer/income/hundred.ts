import { decimalOf } from '../../shared/decimal.ts'

/** A share times this is a percentage. */
export const hundred = decimalOf(100)
