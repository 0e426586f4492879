import { sign, toNumber, type Decimal } from '../../../shared/decimal.ts'
import { dayMs } from '../../../shared/durations.ts'
import type { Drawdown, GrowthPoint, TimeWeighted } from '../../../shared/model/ledger/performance.ts'

/** The daily values of a scope in one currency; floats, because returns are statistics. */
export interface DailyScope {
  /** The start of the first UTC day (UTC ms). */
  readonly from: number
  /** The value at `from` and at the end of each day; `null` if it is not known. */
  readonly values: readonly (number | null)[]
  /** The net flow of each day (positive: into the scope); one element fewer than `values`. */
  readonly flows: readonly number[]
}

/** The linked returns of a scope. All returns are fractions; `volatility` is annual. */
export interface LinkedDays {
  readonly twr: TimeWeighted
  readonly drawdown: Drawdown | null
  readonly volatility: number | null
  readonly coveredDays: number
  readonly points: GrowthPoint[]
}

/** With fewer covered days, drawdown and volatility are not stated. */
const minCoveredDays = 60
/** Returns are those of calendar days; on weekends they are 0. */
const daysPerYear = 365

/**
 * Calculates the time-weighted return over windows between days with a known value, as a fraction, with drawdown and
 * volatility. A flow counts from the start of its day. A window of several days counts with its money-weighted return.
 * A window that begins without value has no return. `null` with fewer than two known values.
 */
export function linkDays({ from, values, flows }: DailyScope): LinkedDays | null {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  const at = (index: number): number => from + index * dayMs
  const points: GrowthPoint[] = [{ at: at(first.index), growth: 1, followsGap: false }]
  const daily: number[] = []
  const gaps: { from: number; to: number }[] = []
  if (first.index > 0) gaps.push({ from: at(0), to: at(first.index) })
  let growth = 1
  let hasReturn = false
  let followsGap = false
  for (const [order, end] of known.entries()) {
    const begin = known[order - 1]
    if (begin === undefined) continue
    const days = end.index - begin.index
    const window = growthOf(begin.value, flows.slice(begin.index, end.index), end.value)
    if (days > 1 || window === null) gaps.push({ from: at(begin.index), to: at(end.index - (window === null ? 0 : 1)) })
    if (window === null) {
      followsGap = true
      continue
    }
    growth *= window.growth
    if (window.hasMoney) hasReturn = true
    if (window.hasMoney && days === 1) daily.push(window.growth - 1)
    points.push({ at: at(end.index), growth, followsGap: followsGap || days > 1 })
    followsGap = false
  }
  if (last.index < values.length - 1) gaps.push({ from: at(last.index), to: at(values.length - 1) })
  const hasEnoughDays = daily.length >= minCoveredDays
  return {
    twr: {
      total: hasReturn ? growth - 1 : null,
      coveredShare: known.filter(({ index }) => index > 0).length / (values.length - 1),
      ...{ gaps, from: at(first.index), to: at(last.index) },
    },
    drawdown: hasEnoughDays ? drawdownOf(points) : null,
    volatility: hasEnoughDays ? deviation(daily) * Math.sqrt(daysPerYear) : null,
    ...{ coveredDays: daily.length, points },
  }
}

/** The growth factor over some days from one value to another; `null` if there is none. */
function growthOf(
  begin: number,
  flows: readonly number[],
  end: number,
): { readonly growth: number; readonly hasMoney: boolean } | null {
  const paid = flows.map((amount, index) => (index === 0 ? begin + amount : amount))
  const start = paid.findIndex((amount) => amount !== 0)
  if (start < 0) return end === 0 ? { growth: 1, hasMoney: false } : null
  const terms = paid.slice(start)
  if ((terms[0] ?? 0) <= 0 || end < 0) return null
  if (terms.slice(1).every((amount) => amount === 0)) return { growth: end / (terms[0] ?? 1), hasMoney: true }
  const growth = solve(terms, end)
  return growth === null ? null : { growth, hasMoney: true }
}

/**
 * The growth factor over all days with which the flows lead to the final value; `null` if there is none or more than
 * one.
 */
function solve(terms: readonly number[], end: number): number | null {
  const value = (growth: number): number =>
    terms.reduce((total, amount, index) => total + amount * growth ** ((terms.length - index) / terms.length), -end)
  const steps = Array.from({ length: 241 }, (_, index) => 10 ** ((index - 120) / 20))
  const crossings = steps.flatMap((high, index) => {
    const low = steps[index - 1]
    return low !== undefined && value(low) < 0 !== value(high) < 0 ? [{ low, high }] : []
  })
  const [only] = crossings
  if (only === undefined || crossings.length > 1) return null
  let { low, high } = only
  const isRising = value(low) < 0
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2
    if (value(middle) < 0 === isRising) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function drawdownOf(points: readonly GrowthPoint[]): Drawdown | null {
  let peak = points[0]
  let deepest: Drawdown | null = null
  for (const point of points) {
    if (peak === undefined || point.growth >= peak.growth) peak = point
    const share = point.growth / peak.growth - 1
    if (share < (deepest?.share ?? 0)) deepest = { share, peakAt: peak.at, lowAt: point.at }
  }
  return deepest
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((total, value) => total + value, 0) / values.length
  return Math.sqrt(values.reduce((total, value) => total + (value - mean) ** 2, 0) / (values.length - 1))
}

/** A period between two known values. `begin` includes the flow at its start. */
interface ReturnWindow {
  readonly begin: Decimal
  readonly end: Decimal
}

/**
 * Links windows to a time-weighted return, as a fraction (0.1 is 10 %). `null` without a window, and if a window begins
 * with zero, because a return then has no meaning.
 */
export function linkReturns(windows: readonly ReturnWindow[]): number | null {
  if (windows.length === 0 || windows.some(({ begin }) => sign(begin) === 0)) return null
  return windows.reduce((growth, { begin, end }) => growth * (toNumber(end) / toNumber(begin)), 1) - 1
}
