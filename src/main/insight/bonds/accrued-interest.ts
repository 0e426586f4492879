import { decimalOf, divide, multiply, type Decimal } from '../../../shared/decimal.ts'

/**
 * Interest that one bond has accrued after `days` of a coupon period of `periodDays`, to the cent, half up. In the
 * coupon's currency; `null` for a period without days.
 */
export const accruedInterest = (coupon: Decimal, days: number, periodDays: number): Decimal | null =>
  divide(multiply(coupon, decimalOf(days)), decimalOf(periodDays), 2)
