import { absolute, decimalOf, type Decimal } from '../../shared/decimal.ts'
import type { MarginHistory } from '../../shared/model/margin.ts'
import type { Curve } from '../chart/equity-curve.ts'

type Point = MarginHistory['points'][number]

/** The recorded distance in money. */
export const distanceCurve = (history: MarginHistory): Curve => curveOf(history, ({ distance }) => distance)

/** The size of the move that leads to a call, in percent; 0 below the requirement, a gap where it is unknown or there is none. */
export const moveCurve = (history: MarginHistory): Curve =>
  curveOf(history, ({ state, percent }) => {
    if (state === 'below') return decimalOf(0)
    return state === 'call' && percent !== null ? absolute(percent) : null
  })

function curveOf({ points, maxGapMs }: MarginHistory, read: (point: Point) => Decimal | null): Curve {
  let isBroken = false
  return {
    maxGapMs,
    points: points.flatMap((point) => {
      const equity = read(point)
      const followsGap = isBroken || point.followsGap
      isBroken = equity === null
      return equity === null ? [] : [{ at: point.at, until: point.until, equity, followsGap }]
    }),
  }
}
