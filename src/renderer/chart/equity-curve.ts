import { compare, decimalOf, divide, multiply, sign, subtract, toNumber, type Decimal } from '#shared/decimal.ts'
import type { EquitySource } from '#shared/model/ledger/portfolio-curves.ts'

/** A line over time: of equity, of a position or of a price. */
export interface Curve {
  readonly points: readonly ValueSpan[]
  readonly maxGapMs: number
}

/** The same value from `at` until `until` (UTC ms). */
interface ValueSpan {
  readonly at: number
  readonly until: number
  readonly equity: Decimal
  /** The default is recorded. */
  readonly source?: EquitySource
  /** Whether there is a gap before it; if undefined, the time since the previous value decides. */
  readonly followsGap?: boolean
}

/** A point of the line: x in UTC ms; y is a float for drawing only, and `null` breaks the line. */
export interface CurvePoint {
  readonly x: number
  readonly y: number | null
  /** The exact value, for texts. */
  readonly equity: Decimal | null
  /** The value is derived from the transactions, not recorded. */
  readonly isDerived?: boolean
}

type KnownPoint = { readonly x: number; readonly y: number; readonly equity: Decimal; readonly isDerived: boolean }
/** Points without a gap between them. */
type Run = readonly KnownPoint[]

/** The exact key figures of a curve, for the text below it. `from` and `until` in UTC ms. */
export interface CurveSummary {
  readonly from: number
  readonly until: number
  readonly first: Decimal
  readonly last: Decimal
  readonly low: Decimal
  readonly high: Decimal
  readonly change: Decimal
  /** In percent, two places; `null` if the first equity is not above zero. */
  readonly changePercent: Decimal | null
  readonly gaps: number
}

function runsOf(curve: Curve): Run[] {
  const runs: KnownPoint[][] = []
  let knownUntil = Number.NEGATIVE_INFINITY
  for (const point of curve.points) {
    const known = { y: toNumber(point.equity), equity: point.equity, isDerived: point.source === 'derived' }
    if (runs.length === 0 || (point.followsGap ?? point.at - knownUntil > curve.maxGapMs)) runs.push([])
    const run = runs.at(-1)
    run?.push({ x: point.at, ...known })
    if (point.until > point.at) run?.push({ x: point.until, ...known })
    knownUntil = point.until
  }
  return runs
}

/**
 * Keeps the first, lowest, highest and last point of each time bucket, which limits the number of points and keeps every
 * swing.
 */
function thin(run: Run, bucketMs: number): Run {
  const points: KnownPoint[] = []
  let bucket: KnownPoint[] = []
  const close = () => {
    const [first] = bucket
    const last = bucket.at(-1)
    if (first === undefined || last === undefined) return
    let low = first
    let high = first
    for (const point of bucket) {
      if (point.y < low.y) low = point
      if (point.y > high.y) high = point
    }
    points.push(...[...new Set([first, low, high, last])].sort((a, b) => a.x - b.x))
    bucket = []
  }
  for (const point of run) {
    const start = bucket[0]
    if (start !== undefined && point.x - start.x >= bucketMs) close()
    bucket.push(point)
  }
  close()
  return points
}

/**
 * The points to draw, about `maxPoints` at most. Each value lasts until the next one; the line has a gap where nothing was
 * recorded.
 */
export function drawCurve(curve: Curve, maxPoints = 4000): CurvePoint[] {
  const runs = runsOf(curve)
  const count = runs.reduce((total, run) => total + run.length, 0)
  const from = runs[0]?.[0]?.x ?? 0
  const until = runs.at(-1)?.at(-1)?.x ?? 0
  const bucketMs = ((until - from) * 4) / maxPoints
  return runs.flatMap((run, index) => {
    const points: readonly CurvePoint[] = count > maxPoints ? thin(run, bucketMs) : run
    const start = points[0]
    return index > 0 && start !== undefined ? [{ x: start.x, y: null, equity: null }, ...points] : points
  })
}

/** Whether a point is isolated between two gaps, so that a line would not show it. */
export function isAlone(points: readonly CurvePoint[], index: number): boolean {
  const isBroken = (point: CurvePoint | undefined) => point === undefined || point.y === null
  return !isBroken(points[index]) && isBroken(points[index - 1]) && isBroken(points[index + 1])
}

/** The key figures of a curve; `null` if nothing is recorded. */
export function summariseCurve(curve: Curve): CurveSummary | null {
  const start = curve.points[0]
  const end = curve.points.at(-1)
  if (start === undefined || end === undefined) return null
  let low = start.equity
  let high = start.equity
  for (const { equity } of curve.points) {
    if (compare(equity, low) < 0) low = equity
    if (compare(equity, high) > 0) high = equity
  }
  const change = subtract(end.equity, start.equity)
  return {
    from: start.at,
    until: end.until,
    first: start.equity,
    last: end.equity,
    low,
    high,
    change,
    changePercent: sign(start.equity) > 0 ? divide(multiply(change, decimalOf(100)), start.equity, 2) : null,
    gaps: Math.max(0, runsOf(curve).length - 1),
  }
}

/** A point of the line of net deposits. */
export interface DepositPoint extends CurvePoint {
  readonly isDeposit: true
}

/** Net deposits as a stepped line that ends at `until` (UTC ms). */
export function depositLine(
  points: readonly { readonly at: number; readonly amount: Decimal }[],
  until: number,
): DepositPoint[] {
  const drawn = points.map(({ at, amount }): DepositPoint => ({
    x: at,
    y: toNumber(amount),
    equity: amount,
    isDeposit: true,
  }))
  const last = drawn.at(-1)
  return last === undefined || last.x >= until ? drawn : [...drawn, { ...last, x: until }]
}
