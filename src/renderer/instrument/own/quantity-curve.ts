import type { QuantityPoint } from '../../../shared/model/ledger/ledger.ts'
import type { Curve } from '../../chart/equity-curve.ts'

/**
 * The pieces held over time as a curve with gaps only where they are unknown. `from` cuts it, and `until` (both UTC ms) is
 * how long the last quantity holds.
 */
export function quantityCurve(changes: readonly QuantityPoint[], from: number, until: number): Curve {
  const points = changes.flatMap(({ at, quantity }, index) => {
    const start = Math.max(at, from)
    const end = changes[index + 1]?.at ?? Math.max(at, until)
    return quantity === null || end < start ? [] : [{ at: start, until: end, equity: quantity }]
  })
  return { points, maxGapMs: 0 }
}
