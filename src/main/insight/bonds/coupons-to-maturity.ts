import { projectCoupons, type BondTerms } from '../income/projection.ts'
import { dateOf, type IncomeEvent } from '../income/income-event.ts'

/** A last coupon so close to maturity is paid with it: maturity on a holiday moves. */
const maxDaysBeforeMaturity = 10
/** Months differ in length, so that a period does too. */
const maxPeriodDrift = 5

/**
 * The coupons after `today` up to maturity: the announced ones, and after the last of them ones of the same amount in equal steps.
 * `null` where their number or amount is not known: `projectCoupons` says when it is.
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
  // What is projected for a year is projected to the end, where the last period may be some days shorter.
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
