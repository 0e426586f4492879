import { readCurrency } from '#shared/currency-code.ts'
import {
  absolute,
  add,
  compare,
  decimalOf,
  divide,
  multiply,
  sign,
  subtract,
  sum,
  zero,
  type Decimal,
} from '#shared/decimal.ts'
import type { BondEvent, Dividend, InstrumentDetails } from '#shared/model/instrument.ts'
import type { CalendarDate } from '#shared/model/values.ts'
import { dateOf, dayOfDate } from './days.ts'

/** What the reference data of an instrument say about its payments. `null`: not known. */
export type PaymentTerms = Pick<InstrumentDetails, 'quoteCurrency' | 'faceCurrency' | 'faceValue'>

export const unknownTerms: PaymentTerms = { quoteCurrency: null, faceCurrency: null, faceValue: null }

/** Returns a dividend with its currency as one code; empty if it is not known. */
export const meantDividend = (dividend: Dividend, terms: PaymentTerms): Dividend => ({
  ...dividend,
  currency: currencyOf(dividend.currency, terms),
})

/**
 * Returns the events of one bond as they are meant; each keeps its place. `readOn` is the day on which the service sent
 * them: a later one is announced. Source: docs/service.md, "Bond events".
 *
 * - A currency is one code; empty if it is not known.
 * - A coupon of 0 is not fixed yet, and a coupon in percent is money, or unknown.
 * - The face value after each repayment is that of its day, or unknown. A repayment that leaves nothing has the type
 *   AMORTIZATION and the new face value 0, whatever its type says.
 * - A repayment of nothing, or of more than there is, has no amount.
 */
export function meantBondEvents(
  events: readonly BondEvent[],
  terms: PaymentTerms,
  readOn: CalendarDate,
): readonly BondEvent[] {
  const repayments = events.filter(isRepayment)
  const faces = new Faces(repayments, terms.faceValue, readOn)
  const couponDays = events
    .flatMap(({ type, date }) => (type === 'COUPON' ? [dayOfDate(date) ?? []].flat() : []))
    .sort((a, b) => a - b)
  return events.map((event) => {
    const currency = currencyOf(event.currency, terms)
    if (isRepayment(event)) return meantRepayment({ ...event, currency }, faces, event)
    if (event.type !== 'COUPON') return { ...event, currency }
    const faceValue = faces.before(event.date) ?? (repayments.length === 0 ? statedFace(event, terms) : null)
    const startsOn = periodStart(event, couponDays)
    const value = couponValue(event, { face: faceValue, months: monthsBetween(startsOn, dayOfDate(event.date)) })
    const startDate = startsOn === null ? null : dateOf(startsOn)
    return { ...event, currency, value, coupon: event.coupon && { ...event.coupon, faceValue, startDate } }
  })
}

function currencyOf(stated: string, { quoteCurrency, faceCurrency }: PaymentTerms): string {
  if (stated === '%') return faceCurrency ?? quoteCurrency ?? ''
  return stated === '' ? '' : (readCurrency(stated, [quoteCurrency, faceCurrency]) ?? '')
}

const isRepayment = ({ type, amortization, coupon, offer }: BondEvent): boolean =>
  amortization !== null || (coupon === null && offer === null && /AMORTI|REDEMPTION|MATURITY|REPAYMENT/.test(type))

function meantRepayment(meant: BondEvent, faces: Faces, event: BondEvent): BondEvent {
  const { initialFaceValue = null, percent = null } = event.amortization ?? {}
  const isPossible =
    event.value !== null &&
    sign(event.value) > 0 &&
    (initialFaceValue === null || compare(event.value, initialFaceValue) <= 0)
  return {
    ...meant,
    type: 'AMORTIZATION',
    value: isPossible ? event.value : null,
    amortization: { newFaceValue: faces.after(event), initialFaceValue, percent },
  }
}

interface Step {
  readonly event: BondEvent
  readonly date: CalendarDate
  readonly paid: Decimal
  readonly stated: Decimal | null
}

/**
 * The face value of a bond over time. The service states it with each repayment, in one of two ways: as the face value that
 * the repayment leaves, or on every past repayment as today's. The second is counted back.
 */
class Faces {
  readonly #after = new Map<BondEvent, Decimal>()
  readonly #steps: readonly Step[]

  constructor(repayments: readonly BondEvent[], todaysFace: Decimal | null, readOn: CalendarDate) {
    this.#steps = stepsOf(repayments, readOn)
    const faces = facesOf(this.#steps, todaysFace, readOn)
    for (const [index, { event }] of this.#steps.entries()) {
      const face = faces?.[index]
      if (face !== undefined) this.#after.set(event, face)
    }
  }

  /** What a repayment leaves; `null` if it is not known. */
  after(event: BondEvent): Decimal | null {
    return this.#after.get(event) ?? null
  }

  /** The face value on which a payment of this day is made; `null` if it is not known. */
  before(date: CalendarDate | null): Decimal | null {
    if (dayOfDate(date) === null || date === null) return null
    const next = this.#steps.find((step) => step.date >= date)
    const last = this.#steps.at(-1)
    const step = next ?? last
    const after = step && this.after(step.event)
    if (step === undefined || after === null || after === undefined) return null
    return next === undefined ? after : add(after, step.paid)
  }
}

/**
 * The repayments with a date and an amount, oldest first, up to the first announced one without an amount. Empty if a past
 * one has none, because then no face value can be counted.
 */
function stepsOf(repayments: readonly BondEvent[], readOn: CalendarDate): readonly Step[] {
  const dated = repayments.map((event) => ({ event, date: dayOfDate(event.date) === null ? null : event.date }))
  const isCounted = ({ value }: BondEvent): boolean => value !== null && sign(value) > 0
  const unknown = dated.filter(({ event, date }) => date === null || !isCounted(event)).map(({ date }) => date ?? '')
  if (unknown.some((date) => date <= readOn)) return []
  const end = unknown.toSorted()[0]
  return dated
    .flatMap(({ event, date }): Step[] => {
      const { value, amortization } = event
      if (date === null || value === null || !isCounted(event) || (end !== undefined && date >= end)) return []
      return [{ event, date, paid: value, stated: amortization?.newFaceValue ?? null }]
    })
    .sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))
}

/** The face value after each step; `null` if it cannot be known. */
function facesOf(steps: readonly Step[], todaysFace: Decimal | null, readOn: CalendarDate): readonly Decimal[] | null {
  if (steps.length === 0) return null
  const initial = commonOf(steps.map(({ event }) => event.amortization?.initialFaceValue ?? null))
  const chain = steps.flatMap(({ stated }) => stated ?? [])
  if (chain.length === steps.length && isChain(steps, chain, initial)) return chain
  const isPast = ({ date }: Step): boolean => date <= readOn
  const past = steps.filter(isPast)
  const paid = sum(past.map((step) => step.paid))
  // What is left today, best source first. If the repayments make up the whole face value, nothing is left.
  const repaid = initial !== null && compare(paid, initial) === 0 ? zero : null
  const lefts = [commonOf(past.map(({ stated }) => stated)), todaysFace, repaid].filter((left) => left !== null)
  const total = (left: Decimal): -1 | 0 | 1 | null => (initial === null ? null : compare(add(left, paid), initial))
  const left = lefts.find((each) => total(each) === 0) ?? lefts.find((each) => total(each) === -1)
  // Without the initial face value, what is left and was paid may be the same money: a bond that was repaid at once.
  const [first] = lefts
  const isProven = initial === null && first !== undefined && compare(first, paid) !== 0
  const known = left ?? (isProven ? first : undefined)
  if (known === undefined) return null
  let face = add(known, paid)
  const faces = steps.map((step) => (face = subtract(face, step.paid)))
  return faces.every((each) => sign(each) >= 0) ? faces : null
}

/** Whether each repayment leaves less than the one before it, by at least its own amount. */
const isChain = (steps: readonly Step[], chain: readonly Decimal[], initial: Decimal | null): boolean =>
  steps.every(({ paid }, index) => {
    const after = chain[index] ?? zero
    const before = chain[index - 1] ?? initial
    return sign(after) >= 0 && (before === null || compare(add(after, paid), add(before, hundredth)) <= 0)
  })

/** The value that all have; `null` if one differs or is missing. */
function commonOf(values: readonly (Decimal | null)[]): Decimal | null {
  const [first = null] = values
  return values.every((value) => value === first) ? first : null
}

const statedFace = ({ coupon }: BondEvent, { faceValue }: PaymentTerms): Decimal | null =>
  coupon?.faceValue ?? faceValue

/**
 * When a coupon period starts, in days since 1970: on the day of the coupon before, or as stated if that is later. The service
 * may state the issue date for every coupon.
 */
function periodStart({ date, coupon }: BondEvent, couponDays: readonly number[]): number | null {
  const day = dayOfDate(date)
  const stated = dayOfDate(coupon?.startDate ?? null)
  const before = day === null ? undefined : couponDays.findLast((each) => each < day)
  return before === undefined ? stated : Math.max(before, stated ?? before)
}

/** The whole months of a period that coupons have; `null` for another length. */
function monthsBetween(start: number | null, end: number | null): number | null {
  if (start === null || end === null) return null
  const months = Math.round((end - start) / daysPerMonth)
  const isRegular = [1, 2, 3, 4, 6, 12].includes(months)
  return isRegular && Math.abs(end - start - months * daysPerMonth) <= maxDrift ? months : null
}
const daysPerMonth = 365.25 / 12
/** Months differ in length, and holidays move a payment by some days. */
const maxDrift = 6

/** Most bonds have a face value of 1000. Far from it, an amount that equals the percentage can hardly be money. */
const usualFaces = ['500', '2000'] as [Decimal, Decimal]
const hundred = '100' as Decimal
const monthsPerYear = decimalOf(12)

interface CouponTerms {
  readonly face: Decimal | null
  readonly months: number | null
}

/** The money of a coupon for one bond; `null` if it is not fixed yet or not known. */
function couponValue({ value, currency, coupon }: BondEvent, { face, months }: CouponTerms): Decimal | null {
  if (value === null || sign(value) <= 0) return null
  const isPercent = currency === '%'
  const mayBePercent = value === coupon?.valuePercent && (face === null || isFarFromUsual(face))
  if (!isPercent && !mayBePercent) return value
  if (face === null || months === null) return null
  const yearly = divide(multiply(face, value), hundred)
  const money = yearly && divide(multiply(yearly, decimalOf(months)), monthsPerYear)
  if (money === null || isPercent) return money
  // A face value of 100 with one coupon a year: the percentage is the money.
  return compare(absolute(subtract(money, value)), hundredth) <= 0 ? value : money
}
const hundredth = '0.01' as Decimal

const isFarFromUsual = (face: Decimal): boolean => compare(face, usualFaces[0]) < 0 || compare(face, usualFaces[1]) > 0
