import { compare, toNumber, type Decimal } from '#shared/decimal.ts'
import type { PriceLine, PriceLines } from '#shared/model/watchlist.ts'

interface Point {
  readonly at: number
  readonly last: Decimal
}

/** The recorded prices of one instrument. `from` and `until` in UTC ms; points further apart than `maxGapMs` have a gap between them. */
export interface SparkLine extends PriceLine {
  readonly from: number
  readonly until: number
  readonly maxGapMs: number
}

/** The lines of an answer by symbol; none without an answer. */
export const sparkLines = (answer: PriceLines | null): ReadonlyMap<string, SparkLine> => {
  const { lines = [], from = 0, until = 0, maxGapMs = 0 } = answer ?? {}
  return new Map(lines.map((line) => [line.symbol, { ...line, from, until, maxGapMs }]))
}

/** A sparkline as an SVG path with gaps, and dots for isolated points. */
export interface SparkDrawing {
  readonly path: string
  readonly dots: readonly { readonly x: number; readonly y: number }[]
}

/** The key figures of a sparkline. */
export interface SparkSummary {
  readonly first: Point
  readonly last: Point
  readonly low: Decimal
  readonly high: Decimal
  /** The last price compared with the first: -1 lower, 0 equal, 1 higher. */
  readonly direction: -1 | 0 | 1
  readonly gaps: number
}

/** Splits the points at the gaps. */
function runsOf(points: readonly Point[], maxGapMs: number): Point[][] {
  const runs: Point[][] = []
  let previous: Point | undefined
  for (const point of points) {
    if (previous === undefined || point.at - previous.at > maxGapMs) runs.push([])
    runs.at(-1)?.push(point)
    previous = point
  }
  return runs
}

/** Maps the time range to the width and the price range to the height, both in px; a constant price is a line in the middle. */
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

/** The key figures of the prices; `null` if nothing is recorded. */
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
