import { dateOf, type IncomeEvent } from './income-event.ts'

/** What the reference data states of a bond. */
export interface BondTerms {
  /** Days since 1970; `null` where it is not known. */
  readonly maturesOn: number | null
  /** What is left of the face, in units; `null` where it is not known. */
  readonly face: bigint | null
  readonly currency: string
}

const daysAhead = 366
/** Coupons as often as once a month, and at least once a year. */
const [minPeriod, maxPeriod] = [25, 370]

/** The repayment at maturity where the service serves none for it; from the reference data. */
export function redemptionOf(
  symbol: string,
  events: readonly IncomeEvent[],
  terms: BondTerms,
  today: number,
): IncomeEvent[] {
  const { maturesOn: day, face, currency } = terms
  if (day === null || face === null || face === 0n || currency === '') return []
  if (events.some(({ kind }) => kind === 'redemption')) return []
  const rule = 'Maturity date and face value of the reference data × pieces held.'
  const source = day > today ? 'projection' : 'event'
  return [{ symbol, kind: 'redemption', date: dateOf(day), day, each: face, currency, endsOn: null, source, rule }]
}

/**
 * Coupons after the last one that the service serves, up to maturity and a year ahead: of the same amount and period. None
 * where the last two coupons differ or a repayment lies between: their amount is not known.
 */
export function projectCoupons(
  symbol: string,
  events: readonly IncomeEvent[],
  terms: BondTerms,
  today: number,
): IncomeEvent[] {
  const coupons = events.filter(({ kind }) => kind === 'coupon').sort((a, b) => a.day - b.day)
  const [before, last] = coupons.slice(-2)
  if (before === undefined || last === undefined || last.each === null || terms.maturesOn === null) return []
  const period = last.day - before.day
  const changes = events.some(({ kind, day }) => isRepayment(kind) && day >= before.day && day !== terms.maturesOn)
  if (period < minPeriod || period > maxPeriod || last.each !== before.each || changes) return []
  if (today - last.day > period * 1.5) return []
  const rule = `Coupon of the same amount as on ${last.date}, every ${period} days, × pieces held now.`
  const found: IncomeEvent[] = []
  for (let day = last.day + period; day <= Math.min(terms.maturesOn, today + daysAhead); day += period)
    if (day > today) found.push({ ...last, symbol, date: dateOf(day), day, source: 'projection', rule })
  return found
}

const isRepayment = (kind: IncomeEvent['kind']): boolean => kind === 'amortization' || kind === 'redemption'
