import { sum, type Decimal, decimalOf } from '#shared/decimal.ts'
import type { InstrumentDetails } from '#shared/model/instrument.ts'
import type { PositionCurve } from '#shared/model/ledger/portfolio-curves.ts'
import { valuePosition } from './position-value.ts'

/** The equity of an account, constant from `at` until `until` (UTC ms). */
export interface EquitySpan {
  readonly at: number
  readonly until: number
  readonly equity: Decimal
}

/**
 * Adds the equity curves of several accounts. A point exists only while the value of every account is known: until
 * `maxGapMs` after its last recording. The spans of each curve are in time order.
 */
export function addCurves(curves: readonly (readonly EquitySpan[])[], maxGapMs: number): EquitySpan[] {
  if (curves.length === 1) return [...(curves[0] ?? [])]
  const moments = [...new Set(curves.flat().map((span) => span.at))].sort((a, b) => a - b)
  const next = curves.map(() => 0)
  return moments.flatMap((at) => {
    const spans = curves.map((curve, index) => {
      let i = next[index] ?? 0
      while (i + 1 < curve.length && (curve[i + 1]?.at ?? Infinity) <= at) i++
      next[index] = i
      const span = curve[i]
      return span !== undefined && span.at <= at && at <= span.until + maxGapMs ? span : null
    })
    const known = spans.filter((span) => span !== null)
    if (known.length < curves.length) return []
    const until = Math.max(at, Math.min(...known.map((span) => span.until)))
    return [{ at, until, equity: sum(known.map((span) => span.equity)) }]
  })
}

/** A recorded position of an account from `at` until `until` (UTC ms), in signed pieces. */
interface HeldSpan {
  readonly accountId: string
  readonly at: number
  readonly until: number
  readonly quantity: Decimal | null
  readonly averagePrice: Decimal | null
  readonly price: Decimal | null
}

const [zero, unit] = [decimalOf(0), decimalOf(1)]

/**
 * Turns the recorded positions of one instrument into curves, one for each account. A past value is quantity × price of
 * that time, with the reference data of today. A quantity of zero has the value zero, even without a price. Source:
 * `valuePosition`.
 */
export function drawPositions(
  spans: readonly HeldSpan[],
  details: InstrumentDetails | null,
): Omit<PositionCurve, 'maxGapMs'>[] {
  const { currency, note, value } = valuePosition({ quantity: unit, currentPrice: unit }, details)
  const valueOf = ({ quantity, price }: HeldSpan): Decimal | null => {
    if (value === null) return null
    return quantity === zero ? zero : valuePosition({ quantity, currentPrice: price }, details).value
  }
  return [...Map.groupBy(spans, ({ accountId }) => accountId)].map(([accountId, own]) => ({
    accountId,
    currency,
    valueNote: note,
    points: own.map((span) => {
      const { at, until, quantity, averagePrice, price } = span
      return { at, until, quantity, averagePrice, price, value: valueOf(span) }
    }),
  }))
}
