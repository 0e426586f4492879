import { dateOf } from '../events/days.ts'
import type { IncomeEvent } from '../income/income-event.ts'
import { projectCoupons, type BondTerms } from '../income/projection.ts'

/** A coupon at most this many days before maturity is the last one: a maturity on a holiday is moved. */
const maxDaysBeforeMaturity = 10
/** Periods differ by at most this many days, because months differ in length. */
const maxPeriodDrift = 5

/**
 * Returns the coupons after `today` (UTC days since 1970) up to maturity: those announced, then projected ones of the
 * same amount at equal intervals. `null` if their number or amount is not known; see `projectCoupons`.
 */
export function couponsToMaturity(
  symbol: string,
  served: readonly IncomeEvent[],
  terms: BondTerms,
  today: number,
): IncomeEvent[] | null {
  const coupons = served.filter(({ kind }) => kind === 'coupon').sort((a, b) => a.day - b.day)
  const [before, last] = coupons.slice(-2)
  const { maturesOn } = terms
  const announced = coupons.filter(({ day }) => day > today)
  const end = last ?? before
  if (maturesOn === null || end === undefined) return null
  if (maturesOn - end.day <= maxDaysBeforeMaturity) return announced
  if (before === undefined || last === undefined) return null
  // `projectCoupons` covers one year; here its pattern continues to maturity. The last period may be some days shorter.
  const uptoMaturity = served.filter(({ day }) => day < maturesOn)
  const slack = { ...terms, maturesOn: maturesOn + maxPeriodDrift }
  const [pattern] = projectCoupons(symbol, uptoMaturity, slack, Math.max(today, last.day))
  if (pattern === undefined) return null
  const period = last.day - before.day
  const count = Math.round((maturesOn - last.day) / period)
  const step = (maturesOn - last.day) / count
  if (count === 0 || Math.abs(step - period) > maxPeriodDrift) return null
  const projected = Array.from({ length: count }, (_, index) => {
    const day = last.day + Math.round(step * (index + 1))
    return { ...pattern, day, date: dateOf(day) }
  })
  return [...announced, ...projected.filter(({ day }) => day > today)]
}
