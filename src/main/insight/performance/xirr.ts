import { sum, toNumber, type Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'

/** A flow of money on a calendar date (`YYYY-MM-DD`). Money that is paid in is negative. */
export interface Flow {
  readonly date: string
  readonly amount: Decimal
}

/** The lowest rate of the search, included. */
export const minRate = -0.999999
/** The highest rate of the search, included. */
export const maxRate = 1_000_000

const daysPerYear = 365
/** An interval of ln(1 + rate) narrower than this counts as one rate. */
const minWidth = 1e-13
/** The largest rounding error of a sum of terms, as a fraction of the sum of their magnitudes. */
const roundingShare = 1e-13

/** The sum of `amounts[i]` × e^(`exponents[i]` × x), where x = ln(1 + rate); exponents from `-span` to 0. */
interface Terms {
  readonly amounts: Float64Array
  readonly exponents: Float64Array
  readonly span: number
}

interface Interval {
  readonly low: number
  readonly high: number
}

/**
 * Returns every annual rate (a fraction) in [-0.999999, 1e6] at which the present value of the flows is 0, ascending;
 * actual/365. No root is missed: an interval is dropped only if bounds prove that it has none, and searched only if the
 * present value is monotonic in it. Flows that cancel on every date have no rate.
 */
export function xirr(flows: readonly Flow[]): number[] {
  const terms = termsOf(flows)
  const hasBothSigns = terms.amounts.some((amount) => amount > 0) && terms.amounts.some((amount) => amount < 0)
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

/** One term for each date, the earliest at 0 years. Amounts that cancel on a date are left out. */
function termsOf(flows: readonly Flow[]): Terms {
  const byDate = new Map<number, Decimal[]>()
  for (const { date, amount } of flows) {
    const at = Date.parse(`${date}T00:00:00Z`)
    const known = byDate.get(at)
    if (known === undefined) byDate.set(at, [amount])
    else known.push(amount)
  }
  const terms = [...byDate]
    .map(([at, amounts]) => ({ at, amount: toNumber(sum(amounts)) }))
    .filter(({ amount }) => amount !== 0)
    .sort((a, b) => a.at - b.at)
  const first = terms[0]?.at ?? 0
  const exponents = Float64Array.from(terms, ({ at }) => -(at - first) / dayMs / daysPerYear)
  return { amounts: Float64Array.from(terms, ({ amount }) => amount), exponents, span: -(exponents.at(-1) ?? 0) }
}

/** Dates to which the present value is shifted, as fractions of the time from the first to the last date. */
const shifts = [0, 0.25, 0.5, 0.75, 1]

/**
 * Whether the present value has no root in the interval, is monotonic in it, touches zero, or the interval must be
 * split. The present value times e^(shift × x) has the same roots; with a shift inside the dates of the flows it is
 * monotonic in most cases.
 */
function judge(terms: Terms, interval: Interval): 'none' | 'monotonic' | 'touches' | 'split' {
  for (const share of shifts) {
    const { value, slope } = boundsOf(terms, interval, terms.span * share)
    if (value.min > 0 || value.max < 0) return 'none'
    if (slope.min >= 0 || slope.max <= 0) return 'monotonic'
  }
  const { low, high } = interval
  if (high - low > minWidth) return 'split'
  return signAt(terms, (low + high) / 2) === 0 ? 'touches' : 'none'
}

/**
 * Bounds, over an interval, of the sum with `shift` added to each exponent, and of its slope. Each term is monotonic,
 * so its bounds are at the ends of the interval. Both are divided by the same factor to prevent overflow.
 */
function boundsOf({ amounts, exponents, span }: Terms, { low, high }: Interval, shift: number) {
  const [first, last] = [shift, shift - span]
  const scale = Math.max(first * low, first * high, last * low, last * high)
  let [min, max, slopeMin, slopeMax] = [0, 0, 0, 0]
  for (let index = 0; index < amounts.length; index++) {
    const exponent = (exponents[index] ?? 0) + shift
    const amount = amounts[index] ?? 0
    const atLow = amount * Math.exp(exponent * low - scale)
    const atHigh = amount * Math.exp(exponent * high - scale)
    min += Math.min(atLow, atHigh)
    max += Math.max(atLow, atHigh)
    slopeMin += Math.min(atLow * exponent, atHigh * exponent)
    slopeMax += Math.max(atLow * exponent, atHigh * exponent)
  }
  return { value: { min, max }, slope: { min: slopeMin, max: slopeMax } }
}

/** The sign of the present value; 0 if rounding errors could change it. */
function signAt({ amounts, exponents, span }: Terms, x: number): -1 | 0 | 1 {
  const scale = Math.max(0, -span * x)
  let value = 0
  let size = 0
  for (let index = 0; index < amounts.length; index++) {
    const term = (amounts[index] ?? 0) * Math.exp((exponents[index] ?? 0) * x - scale)
    value += term
    size += Math.abs(term)
  }
  return Math.abs(value) <= size * roundingShare ? 0 : value > 0 ? 1 : -1
}

/** The root between two ends of different sign; empty if the signs are equal. */
function bisect(terms: Terms, { low, high }: Interval): number[] {
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

/** Removes duplicates: two neighbouring intervals may both report a root at their common end. */
function distinct(roots: readonly number[]): number[] {
  const sorted = [...roots].sort((a, b) => a - b)
  return sorted.filter((root, index) => index === 0 || root - (sorted[index - 1] ?? -Infinity) > 1e-10)
}
