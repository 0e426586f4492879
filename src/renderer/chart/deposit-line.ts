import { toNumber, type Decimal } from '../../shared/decimal.ts'
import type { CurvePoint } from './equity-curve.ts'

/** A point of the line of net deposits. */
export interface DepositPoint extends CurvePoint {
  readonly isDeposit: true
}

/** Net deposits as a stepped line that holds until `until` (UTC ms). */
export function depositLine(
  points: readonly { readonly at: number; readonly amount: Decimal }[],
  until: number,
): DepositPoint[] {
  const drawn = points.map(({ at, amount }): DepositPoint => ({
    ...{ x: at, y: toNumber(amount), equity: amount },
    isDeposit: true,
  }))
  const last = drawn.at(-1)
  return last === undefined || last.x >= until ? drawn : [...drawn, { ...last, x: until }]
}
