import type { IncomeReason } from '../../../shared/model/ledger/income-reason.ts'
import { dateOf, dayOfDate, type IncomeEvent } from './income-event.ts'

/** What the reference data states about a bond. */
export interface BondTerms {
  /** Days since 1970; `null` if it is not known. */
  readonly maturesOn: number | null
  /** The remaining face value, in units; `null` if it is not known. */
  readonly face: bigint | null
  readonly currency: string
}

const daysAhead = 366
/** Coupons as often as once a month, and at least once a year. */
const [minPeriod, maxPeriod] = [25, 370]

/** The repayment at maturity from the reference data, if the service sends none. */
export function redemptionOf(
  symbol: string,
  events: readonly IncomeEvent[],
  terms: BondTerms,
  today: number,
): IncomeEvent[] {
  const { maturesOn: day, face, currency } = terms
  if (day === null || face === null || face === 0n || currency === '') return []
  if (events.some(({ kind }) => kind === 'redemption')) return []
  const rule: IncomeReason = { code: 'maturity' }
  const source = day > today ? 'projection' : 'event'
  return [{ symbol, kind: 'redemption', date: dateOf(day), day, each: face, currency, endsOn: null, source, rule }]
}

/**
 * Coupons after the last one that the service sends, up to maturity and a year ahead, with the same amount and period.
 * Empty if the last two coupons differ or a repayment lies between them: then the next amount is not known.
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

/** How often a payer pays. */
interface Rhythm {
  readonly name: 'monthly' | 'quarterly' | 'half-yearly' | 'annual'
  readonly paymentsPerYear: number
}

const rhythms: readonly (Rhythm & { readonly days: readonly [least: number, most: number] })[] = [
  { name: 'monthly', paymentsPerYear: 12, days: [20, 42] },
  { name: 'quarterly', paymentsPerYear: 4, days: [60, 122] },
  { name: 'half-yearly', paymentsPerYear: 2, days: [150, 215] },
  { name: 'annual', paymentsPerYear: 1, days: [310, 420] },
]
/** The gaps between payments that show a rhythm: at least two, and those of about two years. */
const minGaps = 2

/** The rhythm of the last payments; `null` if they are irregular or too few. `days` ascending. */
export function rhythmOf(days: readonly number[]): Rhythm | null {
  const gaps = days.slice(1).map((day, index) => day - (days[index] ?? day))
  const last = gaps.at(-1)
  const rhythm = rhythms.find(({ days: [least, most] }) => last !== undefined && last >= least && last <= most)
  if (rhythm === undefined) return null
  const [least, most] = rhythm.days
  const recent = gaps.slice(-Math.max(minGaps, rhythm.paymentsPerYear * 2))
  return recent.length >= minGaps && recent.every((gap) => gap >= least && gap <= most) ? rhythm : null
}

/**
 * The payments of the next twelve months: those of the last twelve, each a year later. Empty for an irregular payer and for
 * one that missed a payment. `past`: the dividends of one symbol up to `today` (days since 1970), ascending.
 */
export function projectDividends(
  past: readonly IncomeEvent[],
  today: number,
  announced: readonly IncomeEvent[],
): IncomeEvent[] {
  const rhythm = rhythmOf([...new Set(past.map(({ day }) => day))])
  const last = past.at(-1)
  if (rhythm === null || last === undefined) return []
  const period = 365 / rhythm.paymentsPerYear
  if (today - last.day > period * 1.5) return []
  const near = period / 3
  return past
    .filter(({ day, each }) => each !== null && day > today - 366)
    .flatMap((event): IncomeEvent[] => {
      const date = aYearLater(event.date)
      const day = dayOfDate(date)
      if (day === null || day <= today || announced.some((each) => Math.abs(each.day - day) <= near)) return []
      const rule: IncomeReason = { code: `${rhythm.name}-payer`, date: event.date }
      return [{ ...event, date, day, source: 'projection', rule }]
    })
}

/** The same date of the next year; 29 February becomes the 28th. */
export function aYearLater(date: string): string {
  const year = String(Number(date.slice(0, 4)) + 1)
  return date.endsWith('-02-29') ? `${year}-02-28` : `${year}${date.slice(4)}`
}
