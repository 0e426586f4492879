import { add, zero, type Decimal } from '../../../shared/decimal.ts'
import { dayMs } from '../../../shared/durations.ts'
import type { EquityCurve } from '../../../shared/model/ledger/portfolio-curves.ts'
import type { Money } from '../../../shared/model/values.ts'
import type { EquitySpan } from '../portfolio/curves.ts'

type EquityPoint = EquityCurve['points'][number]

/** A past worth in one currency; `equity` is `null` if it is not known. Times in UTC ms. */
export interface DerivedEquity {
  readonly at: number
  readonly equity: Decimal | null
  readonly oldestPriceAt: number | null
}

/**
 * Recorded equity, and derived equity for the UTC days without a record. Both in time order; a derived moment is the end of
 * its day. Where a moment is not known, and where nothing was recorded for longer than `maxGapMs` and no moment fills it,
 * the next point follows a gap.
 */
export function joinEquity(
  recorded: readonly EquitySpan[],
  derived: readonly DerivedEquity[],
  maxGapMs: number,
): EquityPoint[] {
  const recordedDays = new Set(recorded.flatMap(({ at, until }) => daysOf(at, until)))
  const spans = recorded.map(({ at, until, equity }) => ({
    ...{ at, until, equity, source: 'recorded' as const, oldestPriceAt: null },
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

/** How far two points may be apart without a gap: every moment is asked for, so that those never have one between them. */
function allowedMs(before: Source, after: Source, maxGapMs: number): number {
  if (before === 'recorded' && after === 'recorded') return maxGapMs
  return before === after ? Infinity : dayMs
}

/** The numbers of the UTC days of a span. */
function daysOf(at: number, until: number): number[] {
  const [first, last] = [Math.floor(at / dayMs), Math.floor(until / dayMs)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** The parts in one currency, each converted by `convert`; `null` if one cannot be. */
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

/** What came in altogether, at the last flow before each moment, so that it is never early. Both in time order. */
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

/** The index of the first moment after an instant, from an index on. */
function intervalOf(at: number, moments: readonly number[], from: number): number {
  let index = from
  while ((moments[index] ?? Infinity) <= at) index++
  return index
}

/** The last reading of an account; times in UTC ms. */
interface LastReading {
  readonly equity: Decimal | null
  readonly readAt: number
  /** When the schedule of readings should have brought the next one. */
  readonly staleAt: number
}

/**
 * The recorded equity of an account, whose last value stands until `now` (UTC ms) while its reading is not stale: a quiet
 * account is read, and recorded, more rarely than the others. Afterwards it is known until its last reading.
 */
export function letLastStand<T extends EquitySpan>(
  spans: readonly T[],
  { equity, readAt, staleAt }: LastReading,
  now: number,
): readonly T[] {
  const last = spans.at(-1)
  if (last === undefined || last.equity !== equity || readAt < last.at || readAt > now) return spans
  const until = Math.max(last.until, now < staleAt ? now : readAt)
  return [...spans.slice(0, -1), { ...last, until }]
}
