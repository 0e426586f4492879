import { decimalOf, divide, multiply, type Decimal } from '#shared/decimal.ts'

/**
 * Returns the interest of one bond after `days` of a coupon period of `periodDays`, in the currency of the coupon,
 * rounded to the cent, half up. `coupon` is the amount for one bond; `null` if the period has no days.
 */
export const accruedInterest = (coupon: Decimal, days: number, periodDays: number): Decimal | null =>
  divide(multiply(coupon, decimalOf(days)), decimalOf(periodDays), 2)
