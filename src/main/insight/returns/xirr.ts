import { dayMs } from '../../../shared/durations.ts'
import { sum, toNumber, type Decimal } from '../../../shared/decimal.ts'

/** One movement of money on a calendar date (`YYYY-MM-DD`). Money out of the pocket is negative. */
export interface Flow {
  readonly date: string
  readonly amount: Decimal
}

/** Rates are searched from here … */
export const minRate = -0.999999
/** … to here, both included. */
export const maxRate = 1_000_000

const daysPerYear = 365
/** An interval of ln(1 + rate) narrower than this is one rate: 1e-12 relative. */
const minWidth = 1e-13
/** How far rounding can move a sum of terms, as a share of the sum of their sizes. */
const roundingShare = 1e-13

/** `amount` × e^(exponent × x), where x = ln(1 + rate). */
interface Term {
  readonly amount: number
  readonly exponent: number
}

interface Interval {
  readonly low: number
  readonly high: number
}

/**
 * Every annual rate in [-0.999999, 1e6] at which the present value of the flows is 0, ascending; actual/365. No root is
 * missed: an interval is dropped only where bounds prove that it has none, and searched only where the present value is
 * monotonic. Flows that cancel on every date have no rate.
 */
export function xirr(flows: readonly Flow[]): number[] {
  const terms = termsOf(flows)
  const hasBothSigns = terms.some(({ amount }) => amount > 0) && terms.some(({ amount }) => amount < 0)
  if (!hasBothSigns) return []
  const roots: number[] = []
  const open: Interval[] = [{ low: Math.log1p(minRate), high: Math.log1p(maxRate) }]
  for (let interval = open.pop(); interval !== undefined; interval = open.pop()) {
    const middle = (interval.low + interval.high) / 2
    const verdict = judge(terms, interval)
    if (verdict === 'split') open.push({ low: middle, high: interval.high }, { low: interval.low, high: middle })
    else if (verdict === 'monotonic') roots.push(...bisect(terms, interval))
    else if (verdict === 'touches') roots.push(middle)
  }
  const isNeutral = Number(sum(flows.map(({ amount }) => amount))) === 0
  return distinct(roots).map((x) => (isNeutral && Math.abs(x) < 1e-9 ? 0 : Math.expm1(x)))
}

/** One term a date, the earliest at 0 years; amounts that cancel on a date are left out. */
function termsOf(flows: readonly Flow[]): Term[] {
  const byDate = new Map<number, Decimal[]>()
  for (const { date, amount } of flows) {
    const at = Date.parse(`${date}T00:00:00Z`)
    byDate.set(at, [...(byDate.get(at) ?? []), amount])
  }
  const first = Math.min(...byDate.keys())
  return [...byDate]
    .map(([at, amounts]) => ({
      amount: toNumber(sum(amounts)),
      exponent: -(at - first) / dayMs / daysPerYear,
    }))
    .filter(({ amount }) => amount !== 0)
}

/**
 * Whether the present value has no root in the interval, is monotonic there, touches zero there, or must be split. The
 * roots are those of e^(shift × x) × present value too: a shift inside the flows' dates makes most cases monotonic.
 */
function judge(terms: readonly Term[], { low, high }: Interval): 'none' | 'monotonic' | 'touches' | 'split' {
  for (const shift of shiftsOf(terms)) {
    const shifted = terms.map(({ amount, exponent }) => ({ amount, exponent: exponent + shift }))
    const value = boundsOf(shifted, low, high)
    if (value.min > 0 || value.max < 0) return 'none'
    const slope = boundsOf(
      shifted.map(({ amount, exponent }) => ({ amount: amount * exponent, exponent })),
      low,
      high,
    )
    if (slope.min >= 0 || slope.max <= 0) return 'monotonic'
  }
  if (high - low > minWidth) return 'split'
  return signAt(terms, (low + high) / 2) === 0 ? 'touches' : 'none'
}

/** From the first to the last date, in five steps. */
function shiftsOf(terms: readonly Term[]): number[] {
  const span = Math.max(...terms.map(({ exponent }) => -exponent))
  return [0, 0.25, 0.5, 0.75, 1].map((share) => span * share)
}

/** Bounds of the sum over an interval. Each term is monotonic, so its bounds are at the ends. Scaled against overflow. */
function boundsOf(terms: readonly Term[], low: number, high: number): { readonly min: number; readonly max: number } {
  const scale = Math.max(...terms.map(({ exponent }) => Math.max(exponent * low, exponent * high)))
  let min = 0
  let max = 0
  for (const { amount, exponent } of terms) {
    const atLow = amount * Math.exp(exponent * low - scale)
    const atHigh = amount * Math.exp(exponent * high - scale)
    min += Math.min(atLow, atHigh)
    max += Math.max(atLow, atHigh)
  }
  return { min, max }
}

/** The sign of the present value; 0 where rounding could hide it. */
function signAt(terms: readonly Term[], x: number): -1 | 0 | 1 {
  const scale = Math.max(...terms.map(({ exponent }) => exponent * x))
  let value = 0
  let size = 0
  for (const { amount, exponent } of terms) {
    const term = amount * Math.exp(exponent * x - scale)
    value += term
    size += Math.abs(term)
  }
  return Math.abs(value) <= size * roundingShare ? 0 : value > 0 ? 1 : -1
}

/** The root between two ends of different sign, or none. */
function bisect(terms: readonly Term[], { low, high }: Interval): number[] {
  const atLow = signAt(terms, low)
  const atHigh = signAt(terms, high)
  if (atLow === 0) return [low]
  if (atHigh === 0) return [high]
  if (atLow === atHigh) return []
  let [from, to] = [low, high]
  for (let step = 0; step < 200 && to - from > Number.EPSILON * Math.max(1, Math.abs(from)); step++) {
    const middle = (from + to) / 2
    const sign = signAt(terms, middle)
    if (sign === 0) return [middle]
    if (sign === atLow) from = middle
    else to = middle
  }
  return [(from + to) / 2]
}

/** Neighbouring intervals may both report a root at their common end. */
function distinct(roots: readonly number[]): number[] {
  const sorted = [...roots].sort((a, b) => a - b)
  return sorted.filter((root, index) => index === 0 || root - (sorted[index - 1] ?? -Infinity) > 1e-10)
}
