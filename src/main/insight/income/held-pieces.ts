import { dayMs } from '../../../shared/durations.ts'
import type { HeldFrom } from '../ledger/quantity-series.ts'

/** The pieces of one symbol in an account over time. */
export interface HeldSeries {
  /** Before the first point; `null` where it is not known. */
  readonly opening: bigint | null
  /** By time, ascending. */
  readonly points: readonly HeldFrom[]
}

/** Pieces held at a date: between `low` and `high`, which are equal where the quantity did not change near it. */
export interface PiecesHeld {
  readonly low: bigint
  readonly high: bigint
}

/** Days around a date within which a change makes it uncertain which pieces count. */
const nearDays = 3

/**
 * The range of the pieces held within three days of a day (since 1970); `null` where a part of them is not known. What
 * happens from `until` (UTC ms) on is left out: a redemption takes the pieces away that it pays for.
 */
export function piecesNear({ opening, points }: HeldSeries, day: number, until = Infinity): PiecesHeld | null {
  const from = (day - nearDays) * dayMs
  const to = Math.min((day + nearDays + 1) * dayMs, until)
  const first = firstAt(points, Math.min(from, to))
  const before = first === 0 ? opening : (points[first - 1]?.quantity ?? null)
  if (before === null) return null
  let [low, high] = [before, before]
  for (let index = first; index < points.length; index++) {
    const point = points[index]
    if (point === undefined || point.at >= to) break
    if (point.quantity === null) return null
    if (point.quantity < low) low = point.quantity
    if (point.quantity > high) high = point.quantity
  }
  return { low, high }
}

/** The index of the first point at an instant or later. */
function firstAt(points: readonly HeldFrom[], at: number): number {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((points[middle]?.at ?? Infinity) < at) low = middle + 1
    else high = middle
  }
  return low
}
