import { dayMs } from '#shared/durations.ts'
import type { HeldFrom } from '../ledger/quantity-series.ts'
import { magnitude, unitPlaces } from '../lots/units.ts'
import type { IncomeEvent } from './income-event.ts'

/** An event in an account, with the amount that it should pay. */
export interface Expectation {
  readonly event: IncomeEvent
  /** The pieces held at the date; `null` if they are not known. */
  readonly pieces: PiecesHeld | null
  /**
   * The expected money in units; negative if a short position pays. `null` if value, currency or pieces are not known.
   */
  readonly amount: { readonly low: bigint; readonly high: bigint } | null
}

const one = 10n ** BigInt(unitPlaces)
/** Each row may have a rounding difference of up to 0.01. */
const rounding = one / 100n

/** Calculates the amount that an event should pay for these pieces. */
export function expectPayment(event: IncomeEvent, pieces: PiecesHeld | null): Expectation {
  const { each, currency } = event
  if (each === null || currency === '' || pieces === null) return { event, pieces, amount: null }
  const ends = [(each * pieces.low) / one, (each * pieces.high) / one] as const
  return {
    event,
    pieces,
    amount: ends[0] <= ends[1] ? { low: ends[0], high: ends[1] } : { low: ends[1], high: ends[0] },
  }
}

/**
 * Compares a sum (in units) of this many rows with the expected amount, by magnitude; `null` if the amount is not
 * known.
 */
export function compareSum({ amount }: Expectation, sum: bigint, rowCount: number): 'equal' | 'less' | 'more' | null {
  if (amount === null) return null
  const tolerance = rounding * BigInt(Math.max(1, rowCount))
  if (sum >= amount.low - tolerance && sum <= amount.high + tolerance) return 'equal'
  const isShort = amount.high <= 0n && amount.low < 0n
  return sum < amount.low === !isShort ? 'less' : 'more'
}

/** Whether the expected amount may be zero: the pieces may have been bought or sold just before the date. */
export const mayBeZero = ({ amount }: Expectation): boolean =>
  amount !== null && amount.low <= 0n && amount.high >= 0n && magnitude(amount.high - amount.low) > 0n

/** The pieces of one symbol in an account over time. */
export interface HeldSeries {
  /** The pieces before the first point, in units; `null` if they are not known. */
  readonly opening: bigint | null
  /** In time order. */
  readonly points: readonly HeldFrom[]
}

/**
 * The pieces held at a date, in units: between `low` and `high`, which are equal if the quantity did not change near
 * the date.
 */
export interface PiecesHeld {
  readonly low: bigint
  readonly high: bigint
}

/** A certain number of pieces; `null` if it is not known. */
export const exactly = (pieces: bigint | null): PiecesHeld | null =>
  pieces === null ? null : { low: pieces, high: pieces }

/** A change of the quantity within this many days of a date makes it uncertain which pieces count. */
const nearDays = 3

/**
 * Returns the range of the pieces held within three days of `day` (days since 1970); `null` if a part of them is not
 * known. Changes from `until` (UTC ms) on do not count, because a redemption removes the pieces that it pays for.
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

/** The pieces held just before `at` (UTC ms), in units; `null` if they are not known. */
export function piecesAt({ opening, points }: HeldSeries, at: number): bigint | null {
  const next = firstAt(points, at)
  return next === 0 ? opening : (points[next - 1]?.quantity ?? null)
}

/** The index of the first point at or after a time (UTC ms). */
function firstAt(points: readonly HeldFrom[], at: number): number {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((points[middle]?.at ?? Infinity) < at) low = middle + 1
    else high = middle
  }
  return low
}
