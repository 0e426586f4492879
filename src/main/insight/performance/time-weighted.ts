import { sign, toNumber, type Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { Drawdown, GrowthPoint, TimeWeighted, TwrReason } from '#shared/model/ledger/returns.ts'
import { Chain } from './chain.ts'
import type { InAndOut } from './window-growth.ts'

/** Returns are those of calendar days; on weekends they are 0. */
const daysPerYear = 365

/** The largest fall of an index from a peak before it; `null` if it never falls. */
function drawdownOf(points: readonly GrowthPoint[]): Drawdown | null {
  let peak = points[0]
  let deepest: Drawdown | null = null
  for (const point of points) {
    if (peak === undefined || point.growth >= peak.growth) peak = point
    const share = point.growth / peak.growth - 1
    if (share < (deepest?.share ?? -roundingShare)) deepest = { share, peakAt: peak.at, lowAt: point.at }
  }
  return deepest
}

/** A fall below this share is a rounding error of floats. */
const roundingShare = 1e-9

/** The annual standard deviation of daily returns. */
function volatilityOf(daily: readonly number[]): number {
  const mean = daily.reduce((total, value) => total + value, 0) / daily.length
  const variance = daily.reduce((total, value) => total + (value - mean) ** 2, 0) / (daily.length - 1)
  return Math.sqrt(variance) * Math.sqrt(daysPerYear)
}

/** A part of a UTC day. `value`: the known value at its end; `null` for the last part, which ends with the day. */
export interface DayPart extends InAndOut {
  readonly value: number | null
}

/** The flows of a UTC day, its parts in time order. */
export interface FlowDay {
  readonly parts: readonly DayPart[]
  /** Why nothing can be linked over this day; `null` if it can. */
  readonly lost: TwrReason | null
}

/** The daily values of a scope in one currency; floats, because returns are statistics. */
export interface DailyScope {
  /** The start of the first UTC day (UTC ms). */
  readonly from: number
  /** The value at `from` and at the end of each day; `null` if it is not known. */
  readonly values: readonly (number | null)[]
  /** The days with flows, by their number from `from`. */
  readonly flows: ReadonlyMap<number, FlowDay>
}

/** The linked returns of a scope. All returns are fractions; `volatility` is annual. */
export interface LinkedDays {
  readonly twr: TimeWeighted
  readonly drawdown: Drawdown | null
  readonly volatility: number | null
  readonly coveredDays: number
  /** The index at ends of days; empty if it cannot be continued over a lost window. */
  readonly points: readonly GrowthPoint[]
}

/** With fewer covered days, drawdown and volatility are not stated. */
const minCoveredDays = 60
const idleDay: FlowDay = { parts: [{ in: 0, out: 0, value: null }], lost: null }

/**
 * Calculates the time-weighted return: the growth factors of the windows between two known values, linked (see
 * `growthOf`). A window without a factor is lost. There is no total if money was lost or moved in it, or if it lies
 * between two linked windows. A total needs `minCoveredShare` of the days on which something was held. `null` with fewer
 * than two known values. Formulas and sources: docs/returns.md.
 */
export function linkDays({ from, values, flows }: DailyScope, minCoveredShare: number): LinkedDays | null {
  const first = values.findIndex((value) => value !== null)
  const last = values.findLastIndex((value) => value !== null)
  if (first === last) return null
  const at = (index: number): number => from + index * dayMs
  const chain = new Chain(values.length - 1)
  chain.lose(0, first, 'no-value')
  const points: GrowthPoint[] = [{ at: at(first), growth: 1, followsGap: false }]
  const daily: number[] = []
  let begin = values[first] ?? 0
  let start = first
  let lost: TwrReason | null = null
  let days: InAndOut[] = []
  for (let day = first; day < last; day++) {
    const { parts, lost: reason } = flows.get(day) ?? idleDay
    const growthBefore = chain.growth
    lost ??= reason
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1
      const end = isLast ? (values[day + 1] ?? null) : part.value
      days.push(part)
      if (end === null) continue
      chain.add({ begin, end, days }, start, day + 1, lost)
      begin = end
      start = isLast ? day + 1 : day
      lost = isLast ? null : reason
      days = []
    }
    if (values[day + 1] === null) continue
    const isDaily = values[day] !== null
    if (isDaily && chain.isCovered(day)) daily.push(chain.growth / growthBefore - 1)
    points.push({ at: at(day + 1), growth: chain.growth, followsGap: !isDaily || chain.isLost(day) })
  }
  chain.lose(last, values.length - 1, 'no-value')
  const held = chain.countHeld(() => true)
  const shareOf = (isCounted: (day: number) => boolean): number => (held === 0 ? 0 : chain.countHeld(isCounted) / held)
  const coveredShare = shareOf((day) => chain.isCovered(day))
  const reason = reasonOf(chain, coveredShare < minCoveredShare)
  const hasRisk = reason === null && daily.length >= minCoveredDays
  return {
    twr: {
      total: reason === null ? chain.growth - 1 : null,
      reason,
      coveredShare,
      knownShare: shareOf((day) => values[day + 1] !== null),
      gaps: chain.lost.map((gap) => ({ from: at(gap.start), to: at(gap.end), reason: gap.reason })),
      from: at(first),
      to: at(last),
    },
    drawdown: hasRisk ? drawdownOf(points) : null,
    volatility: hasRisk ? volatilityOf(daily) : null,
    coveredDays: daily.length,
    points: chain.broken === null ? points : [],
  }
}

function reasonOf({ hasReturn, broken, lost }: Chain, isLow: boolean): TwrReason | null {
  if (!hasReturn) return broken ?? lost[0]?.reason ?? 'nothing'
  return broken ?? (isLow ? 'low-coverage' : null)
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
