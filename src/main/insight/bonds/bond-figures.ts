import { add, divide, multiply, negate, type Decimal } from '#shared/decimal.ts'
import type { BondFigures, BondGap } from '#shared/model/bond.ts'
import type { BondEvent, InstrumentDetails } from '#shared/model/instrument.ts'
import type { CalendarDate } from '#shared/model/values.ts'
import { dateOf, dayOfDate } from '../events/days.ts'
import { readBondEvent, type IncomeEvent } from '../income/income-event.ts'
import { projectCoupons, redemptionOf, type BondTerms } from '../income/projection.ts'
import { formatUnits } from '../lots/units.ts'
import { xirr } from '../performance/xirr.ts'
import { accruedInterest } from './accrued-interest.ts'
import { bondTerms, maturityOf } from './maturity.ts'

/** A coupon at most this many days before maturity is the last one: a maturity on a holiday is moved. */
const maxDaysBeforeMaturity = 10
/** Periods differ by at most this many days, because months differ in length. */
const maxPeriodDrift = 5

/**
 * Returns the coupons after `today` (UTC days since 1970) up to maturity: those announced, then projected ones of the
 * same amount at equal intervals. `null` if their number or amount is not known; see `projectCoupons`.
 */
function couponsToMaturity(
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

/** The data of a bond. */
export interface BondSource {
  readonly symbol: string
  readonly details: InstrumentDetails | null
  /** The events as the service sends them; `null` if they have never been read. */
  readonly events: readonly BondEvent[] | null
  /** The maturity that the user typed. */
  readonly typedMaturity: CalendarDate | null
  /** The clean price in percent of the face value. */
  readonly price: Decimal | null
}

const hundred = '100' as Decimal

/**
 * Calculates next coupon, accrued interest, days and yield to maturity of one bond, settled on `today` (UTC days since
 * 1970). The yield is a fraction: the annual effective rate, actual/365, at which the present value of coupons and
 * repayments equals price plus accrued interest (`xirr`). Coupons that the service has not announced repeat the last
 * two, if those are equal. A figure that is not known is `null`, with the reason.
 */
export function bondFigures({ symbol, details, events, typedMaturity, price }: BondSource, today: number): BondFigures {
  const served = (events ?? []).flatMap((event) => readBondEvent(symbol, event))
  const maturity = maturityOf(details, served, typedMaturity)
  const terms = bondTerms(details, maturity)
  const next = nextCoupon(symbol, served, terms, today)
  const accrued = accruedOf(events, served, next, today)
  const found = yieldOf({ symbol, terms, served, price, accrued, hasEvents: events !== null }, today)
  const offer = served.filter(({ kind, day }) => kind === 'offer' && day > today).sort(byDay)[0]
  return {
    symbol,
    settledOn: dateOf(today),
    maturesOn: maturity?.on ?? null,
    maturitySource: maturity?.source ?? null,
    daysToMaturity: terms.maturesOn === null || terms.maturesOn < today ? null : terms.maturesOn - today,
    nextCoupon: next && {
      date: next.date,
      amount: next.each === null ? null : formatUnits(next.each),
      currency: next.currency,
      isProjected: next.source === 'projection',
    },
    accruedInterest: typeof accrued === 'string' ? null : accrued,
    accruedGap: typeof accrued === 'string' ? accrued : null,
    ...found,
    offerOn: offer?.date ?? null,
  }
}

interface Accrued {
  readonly amount: Decimal
  readonly currency: string
}

const byDay = (a: IncomeEvent, b: IncomeEvent): number => a.day - b.day

function nextCoupon(symbol: string, served: readonly IncomeEvent[], terms: BondTerms, today: number) {
  const coupons = [...served, ...projectCoupons(symbol, served, terms, today)].filter(({ kind }) => kind === 'coupon')
  const ahead = coupons.filter(({ day }) => day > today).sort(byDay)
  return ahead[0] ?? couponsToMaturity(symbol, served, terms, today)?.[0] ?? null
}

/**
 * Accrued interest, or why it is not known: without events, without the amount of the next coupon, or without the start
 * of the period.
 */
function accruedOf(
  events: readonly BondEvent[] | null,
  served: readonly IncomeEvent[],
  next: IncomeEvent | null,
  today: number,
): Accrued | BondGap {
  if (events === null) return 'events-not-read'
  if (next === null || next.each === null) return 'coupons-unknown'
  const stated = events.find(({ type, date }) => type === 'COUPON' && date === next.date)?.coupon?.startDate ?? null
  const before = served.filter(({ kind, day }) => kind === 'coupon' && day <= today).sort(byDay)
  const start = dayOfDate(stated) ?? before.at(-1)?.day ?? null
  if (start === null || start > today) return 'coupons-unknown'
  const amount = accruedInterest(formatUnits(next.each), today - start, next.day - start)
  return amount === null ? 'coupons-unknown' : { amount, currency: next.currency }
}

interface YieldInputs {
  readonly symbol: string
  readonly terms: BondTerms
  readonly served: readonly IncomeEvent[]
  readonly price: Decimal | null
  readonly accrued: Accrued | BondGap
  readonly hasEvents: boolean
}

type YieldFound = Pick<BondFigures, 'yieldToMaturity' | 'yieldGap' | 'isYieldProjected'>

function yieldOf({ symbol, terms, served, price, accrued, hasEvents }: YieldInputs, today: number): YieldFound {
  const gap = (yieldGap: BondGap): YieldFound => ({ yieldToMaturity: null, yieldGap, isYieldProjected: false })
  const { maturesOn, face, currency } = terms
  if (maturesOn === null) return gap(currency === '' ? 'no-reference' : 'no-maturity')
  if (maturesOn <= today) return gap('matured')
  if (face === null || face === 0n || currency === '') return gap('no-face')
  if (!hasEvents) return gap('events-not-read')
  if (price === null) return gap('no-price')
  const hasCoupons = served.some(({ kind }) => kind === 'coupon')
  const coupons = hasCoupons ? couponsToMaturity(symbol, served, terms, today) : []
  if (coupons === null) return gap('coupons-unknown')
  if (typeof accrued === 'string' && hasCoupons) return gap(accrued)
  const repaid = served.filter(({ kind }) => kind === 'amortization' || kind === 'redemption')
  const ahead = [...coupons, ...repaid.filter(({ day }) => day > today), ...redemptionOf(symbol, served, terms, today)]
  if (ahead.some((event) => event.currency !== currency)) return gap('currencies-differ')
  const clean = divide(multiply(price, formatUnits(face)), hundred)
  const paid = typeof accrued === 'string' || clean === null ? clean : add(clean, accrued.amount)
  const flows = ahead.flatMap(({ date, each }) => (each === null ? [] : [{ date, amount: formatUnits(each) }]))
  if (paid === null || flows.length < ahead.length) return gap('coupons-unknown')
  const [rate, another] = xirr([{ date: dateOf(today), amount: negate(paid) }, ...flows])
  if (rate === undefined || another !== undefined) return gap('no-single-yield')
  const isYieldProjected = coupons.some(({ source }) => source === 'projection')
  return { yieldToMaturity: rate, yieldGap: null, isYieldProjected }
}
