import { sum, type Decimal } from '../../../shared/decimal.ts'

/** The equity of an account, constant from `at` until `until` (UTC ms). */
export interface EquitySpan {
  readonly at: number
  readonly until: number
  readonly equity: Decimal
}

/**
 * Adds the equity curves of several accounts. A point exists only where every account is known, that is within `maxGapMs`
 * of its last recording. The spans of each curve are in time order.
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
