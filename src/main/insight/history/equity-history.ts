import { add, zero, type Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { EquityCurve } from '#shared/model/ledger/portfolio-curves.ts'
import type { Money } from '#shared/model/values.ts'
import type { EquitySpan } from '../portfolio/curves.ts'

type EquityPoint = EquityCurve['points'][number]

/** A past value of accounts in one currency; `equity` is `null` if it is not known. Times are UTC ms. */
export interface DerivedEquity {
  readonly at: number
  readonly equity: Decimal | null
  readonly oldestPriceAt: number | null
}

/**
 * Joins recorded equity with derived equity for the UTC days without a record. Both are in time order; a derived value
 * is that at the end of its day. A point follows a gap (`followsGap`) if a derived value before it is not known, or if
 * nothing was recorded for more than `maxGapMs` and no derived value is in between.
 */
export function joinEquity(
  recorded: readonly EquitySpan[],
  derived: readonly DerivedEquity[],
  maxGapMs: number,
): EquityPoint[] {
  const recordedDays = new Set(recorded.flatMap(({ at, until }) => daysOf(at, until)))
  const spans = recorded.map(({ at, until, equity }) => ({
    at,
    until,
    equity,
    source: 'recorded' as const,
    oldestPriceAt: null,
  }))
  const moments = derived.flatMap(({ at, equity, oldestPriceAt }) =>
    recordedDays.has(at / dayMs - 1) ? [] : [{ at, until: at, equity, source: 'derived' as const, oldestPriceAt }],
  )
  const points: EquityPoint[] = []
  let last: { readonly until: number; readonly isKnown: boolean; readonly source: Source } | null = null
  for (const { equity, ...point } of [...moments, ...spans].sort((a, b) => a.at - b.at)) {
    const followsGap: boolean =
      last !== null && (!last.isKnown || point.at - last.until > allowedMs(last.source, point.source, maxGapMs))
    if (equity !== null) points.push({ ...point, equity, followsGap })
    last = { ...point, isKnown: equity !== null }
  }
  return points
}

type Source = EquityPoint['source']

/**
 * The longest time between two points without a gap. Derived points have a value for every requested moment, so there
 * is no gap between two of them.
 */
function allowedMs(before: Source, after: Source, maxGapMs: number): number {
  if (before === 'recorded' && after === 'recorded') return maxGapMs
  return before === after ? Infinity : dayMs
}

/** The UTC days of a span, as days since 1970. */
function daysOf(at: number, until: number): number[] {
  const [first, last] = [Math.floor(at / dayMs), Math.floor(until / dayMs)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Adds the parts, each converted by `convert`; `null` if one cannot be converted. */
export function addParts(parts: readonly Money[], convert: (part: Money) => Decimal | null): Decimal | null {
  let total: Decimal = zero
  for (const part of parts) {
    const converted = convert(part)
    if (converted === null) return null
    total = add(total, converted)
  }
  return total
}

/** A flow in the currency of the curve. */
interface ConvertedFlow {
  /** UTC ms. */
  readonly at: number
  readonly amount: Decimal
}

/**
 * The running sum of the flows, one point for each interval between moments. A point has the time of the last flow in
 * its interval, so that it is never too early. `flows` and `moments` are in time order.
 */
export function netDeposits(
  flows: readonly ConvertedFlow[],
  moments: readonly number[],
): { at: number; amount: Decimal }[] {
  const points: { at: number; amount: Decimal }[] = []
  let total: Decimal = zero
  let interval = -1
  for (const { at, amount } of flows) {
    total = add(total, amount)
    const own = intervalOf(at, moments, Math.max(interval, 0))
    if (own === interval) points.pop()
    points.push({ at, amount: total })
    interval = own
  }
  return points
}

/** The index of the first moment after a time, searched from the index `from`. */
function intervalOf(at: number, moments: readonly number[], from: number): number {
  let index = from
  while ((moments[index] ?? Infinity) <= at) index++
  return index
}

/** The last reading of an account. Times are UTC ms. */
interface LastReading {
  readonly equity: Decimal | null
  readonly readAt: number
  /** The time at which the next reading is overdue. */
  readonly staleAt: number
}

/**
 * Extends the last recorded equity of an account until `now` (UTC ms) while its reading is not stale: a quiet account
 * is read and recorded less often than the others. If the reading is stale, the value is extended to the time of that
 * reading.
 */
export function extendLastValue<T extends EquitySpan>(
  spans: readonly T[],
  { equity, readAt, staleAt }: LastReading,
  now: number,
): readonly T[] {
  const last = spans.at(-1)
  if (last === undefined || last.equity !== equity || readAt < last.at || readAt > now) return spans
  const until = Math.max(last.until, now < staleAt ? now : readAt)
  return [...spans.slice(0, -1), { ...last, until }]
}
