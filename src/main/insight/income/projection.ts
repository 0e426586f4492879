import type { IncomeReason } from '#shared/model/ledger/income-reason.ts'
import { dateOf, dayOfDate } from '../events/days.ts'
import type { IncomeEvent } from './income-event.ts'

/** The terms of a bond. */
export interface BondTerms {
  /** Days since 1970; `null` if it is not known. */
  readonly maturesOn: number | null
  /** The user typed it, because the service sends none. */
  readonly isMaturityTyped: boolean
  /** The remaining face value, in units; `null` if it is not known. */
  readonly face: bigint | null
  readonly currency: string
}

const daysAhead = 366
/** The range of coupon periods in days: from once a month to once a year. */
const [minPeriod, maxPeriod] = [25, 370]

/**
 * Returns the repayment at maturity by the terms; empty if the service sends one or the date is not known.
 * A coming one has no amount while the face value or its currency is not known. `today` in days since 1970.
 */
export function redemptionOf(
  symbol: string,
  events: readonly IncomeEvent[],
  terms: BondTerms,
  today: number,
): IncomeEvent[] {
  const { maturesOn: day, face, currency } = terms
  const isAmountKnown = face !== null && currency !== ''
  if (day === null || face === 0n || (!isAmountKnown && day <= today)) return []
  if (events.some(({ kind }) => kind === 'redemption')) return []
  const rule: IncomeReason = { code: terms.isMaturityTyped ? 'typed-maturity' : 'maturity' }
  const source = day > today ? 'projection' : 'event'
  return [
    {
      symbol,
      kind: 'redemption',
      date: dateOf(day),
      day,
      each: isAmountKnown ? face : null,
      currency,
      endsOn: null,
      source,
      rule,
    },
  ]
}

/**
 * Projects coupons after the last one that the service sends, with the same amount and period, for a year and at most
 * up to maturity. Empty if the last two coupons differ or a repayment lies between them, because the next amount is
 * then not known. `today` in days since 1970.
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
  const rule: IncomeReason = { code: 'same-coupon', date: last.date, count: period }
  const found: IncomeEvent[] = []
  for (let day = last.day + period; day <= Math.min(terms.maturesOn, today + daysAhead); day += period)
    if (day > today) found.push({ ...last, symbol, date: dateOf(day), day, source: 'projection', rule })
  return found
}

const isRepayment = (kind: IncomeEvent['kind']): boolean => kind === 'amortization' || kind === 'redemption'

/** How often an instrument pays. */
interface Frequency {
  readonly name: 'monthly' | 'quarterly' | 'half-yearly' | 'annual'
  readonly paymentsPerYear: number
}

const frequencies: readonly (Frequency & { readonly days: readonly [min: number, max: number] })[] = [
  { name: 'monthly', paymentsPerYear: 12, days: [20, 42] },
  { name: 'quarterly', paymentsPerYear: 4, days: [60, 122] },
  { name: 'half-yearly', paymentsPerYear: 2, days: [150, 215] },
  { name: 'annual', paymentsPerYear: 1, days: [310, 420] },
]
/** The minimum number of intervals that show a frequency. The intervals of about two years are checked. */
const minGaps = 2

/**
 * Returns the frequency of the last payments; `null` if they are irregular or too few. `days` are days since 1970,
 * ascending.
 */
export function frequencyOf(days: readonly number[]): Frequency | null {
  const gaps = days.slice(1).map((day, index) => day - (days[index] ?? day))
  const last = gaps.at(-1)
  const frequency = frequencies.find(({ days: [min, max] }) => last !== undefined && last >= min && last <= max)
  if (frequency === undefined) return null
  const [min, max] = frequency.days
  const recent = gaps.slice(-Math.max(minGaps, frequency.paymentsPerYear * 2))
  return recent.length >= minGaps && recent.every((gap) => gap >= min && gap <= max) ? frequency : null
}

/**
 * Projects the payments of the next twelve months: each payment of the last twelve months, one year later. Empty for
 * irregular payments and after a missed payment. `past`: the dividends of one symbol up to `today` (days since 1970),
 * ascending.
 */
export function projectDividends(
  past: readonly IncomeEvent[],
  today: number,
  announced: readonly IncomeEvent[],
): IncomeEvent[] {
  const frequency = frequencyOf([...new Set(past.map(({ day }) => day))])
  const last = past.at(-1)
  if (frequency === null || last === undefined) return []
  const period = 365 / frequency.paymentsPerYear
  if (today - last.day > period * 1.5) return []
  const near = period / 3
  return past
    .filter(({ day, each }) => each !== null && day > today - 366)
    .flatMap((event): IncomeEvent[] => {
      const date = oneYearLater(event.date)
      const day = dayOfDate(date)
      if (day === null || day <= today || announced.some((each) => Math.abs(each.day - day) <= near)) return []
      const rule: IncomeReason = { code: `${frequency.name}-payer`, date: event.date }
      return [{ ...event, date, day, source: 'projection', rule }]
    })
}

/** Returns the same date of the next year; 29 February becomes 28 February. */
export function oneYearLater(date: string): string {
  const year = String(Number(date.slice(0, 4)) + 1)
  return date.endsWith('-02-29') ? `${year}-02-28` : `${year}${date.slice(4)}`
}
