import type { Decimal } from '../../shared/decimal.ts'
import type { EquityCurve, PositionCurve } from '../../shared/model/portfolio.ts'

type Point = PositionCurve['points'][number]

function curveOf({ points, maxGapMs }: PositionCurve, figureOf: (point: Point) => Decimal | null): EquityCurve {
  const known = points.flatMap((point) => {
    const figure = figureOf(point)
    return figure === null ? [] : [{ at: point.at, until: point.until, equity: figure }]
  })
  return { points: known, maxGapMs }
}

/** What a position was worth, where that is known. */
export const valueCurve = (curve: PositionCurve): EquityCurve => curveOf(curve, ({ value }) => value)

/** How many pieces were held, where that is known. */
export const quantityCurve = (curve: PositionCurve): EquityCurve => curveOf(curve, ({ quantity }) => quantity)

/** The fraction digits that its quantities need. */
export const placesOf = ({ points }: PositionCurve): number =>
  Math.max(0, ...points.map(({ quantity }) => (quantity?.split('.')[1] ?? '').length))
