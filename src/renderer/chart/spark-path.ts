import { compare, toNumber, type Decimal } from '../../shared/decimal.ts'

interface Point {
  readonly at: number
  readonly last: Decimal
}

/** How a sparkline is drawn, in a box of `width` by `height`: a path with holes, and dots for what stands alone. */
export interface SparkDrawing {
  readonly path: string
  readonly dots: readonly { readonly x: number; readonly y: number }[]
}

/** What a sparkline says in figures. */
export interface SparkSummary {
  readonly first: Point
  readonly last: Point
  readonly low: Decimal
  readonly high: Decimal
  /** -1, 0 or 1. */
  readonly direction: -1 | 0 | 1
  readonly gaps: number
}

/** Points that follow one another without a gap. */
function runsOf(points: readonly Point[], maxGapMs: number): Point[][] {
  const runs: Point[][] = []
  let before: Point | undefined
  for (const point of points) {
    if (before === undefined || point.at - before.at > maxGapMs) runs.push([])
    runs.at(-1)?.push(point)
    before = point
  }
  return runs
}

/** Time from `from` to `until` over the width, the lowest to the highest price over the height; a flat line in the middle. */
export function drawSpark(
  points: readonly Point[],
  { from, until, maxGapMs }: { readonly from: number; readonly until: number; readonly maxGapMs: number },
  width: number,
  height: number,
): SparkDrawing {
  const prices = points.map(({ last }) => toNumber(last))
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const place = ({ at, last }: Point) => ({
    x: round(((at - from) / Math.max(1, until - from)) * width),
    y: round(high > low ? (1 - (toNumber(last) - low) / (high - low)) * height : height / 2),
  })
  const runs = runsOf(points, maxGapMs).map((run) => run.map(place))
  return {
    path: runs
      .filter((run) => run.length > 1)
      .map((run) => `M${run.map(({ x, y }) => `${x} ${y}`).join('L')}`)
      .join(''),
    dots: runs.flatMap((run) => (run.length === 1 ? run : [])),
  }
}

/** The line in figures; `null` while nothing is recorded. */
export function summariseSpark(points: readonly Point[], maxGapMs: number): SparkSummary | null {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return null
  let [low, high] = [first.last, first.last]
  for (const point of points) {
    if (compare(point.last, low) < 0) low = point.last
    if (compare(point.last, high) > 0) high = point.last
  }
  return {
    first,
    last,
    low,
    high,
    direction: compare(last.last, first.last),
    gaps: runsOf(points, maxGapMs).length - 1,
  }
}

const round = (value: number): number => Math.round(value * 10) / 10
