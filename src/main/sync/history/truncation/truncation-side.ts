import type { Interval } from '#main/cache/history/coverage.ts'
import { secondMs } from '#shared/durations.ts'
import { floorSecond } from '../sizing/intervals.ts'

/** Which rows of an interval the service keeps when it truncates a response. */
export type Side = 'newest' | 'oldest'

/** A response for an interval: its rows in the order received. Times in UTC ms. */
export interface ReceivedRows {
  readonly interval: Interval
  readonly rows: readonly { readonly id: string; readonly at: number }[]
}

/**
 * The number of responses to wait after a failed trial, whose cause may be a burst of rows. It is multiplied by four
 * after each further one.
 */
const waitResponses = 6
/** The number of rows that must agree on both sides of the cut: fewer may agree by chance. */
const minEvidence = 8
/** The share of a truncated response that is requested again. The response must be whole and have the same rows. */
const verifiedShare = 0.6

/**
 * Learns which rows the service drops when it truncates; the service does not document it. If it sorts by time and
 * drops the rows at one end, the other end of a truncated response counts as complete. After one unsorted response this
 * is never assumed again.
 */
export class TruncationSide {
  #known: Side | null = null
  #waitsFor = 0
  #nextWait = waitResponses
  #isUnsorted = false
  #isBroken = false

  /** Null while unknown. */
  get known(): Side | null {
    return this.#known
  }

  /** Whether a trial should be made now. */
  get isOpen(): boolean {
    return this.#known === null && !this.#isUnsorted && this.#waitsFor <= 0
  }

  /** A trial succeeded. */
  confirm(side: Side): void {
    if (!this.#isUnsorted) this.#known = side
  }

  /** A trial failed. */
  fail(): void {
    this.#waitsFor = this.#nextWait
    this.#nextWait *= 4
  }

  note({ rows }: ReceivedRows): void {
    this.#waitsFor--
    if (this.#isUnsorted || isSorted(rows.map(({ at }) => at))) return
    this.#isUnsorted = true
    this.#isBroken = this.#known !== null
    this.#known = null
  }

  /** Returns true once after the assumed side has proved wrong: then everything must be read again. */
  takeBroken(): boolean {
    const isBroken = this.#isBroken
    this.#isBroken = false
    return isBroken
  }
}

const isSorted = (times: readonly number[]): boolean =>
  times.every((at, i) => at >= (times[i - 1] ?? -Infinity)) || times.every((at, i) => at <= (times[i - 1] ?? Infinity))

/**
 * The complete part of a truncated response's interval if these rows were kept; null if it is shorter than a second.
 */
export function completePart(side: Side, { interval, rows }: ReceivedRows): Interval | null {
  const { oldest, newest } = endsOf(rows)
  const part =
    side === 'newest'
      ? { from: Math.max(interval.from, floorSecond(oldest) + secondMs), to: interval.to }
      : { from: interval.from, to: Math.min(interval.to, floorSecond(newest)) }
  return rows.length > 0 && part.from < part.to ? part : null
}

/** The rows that a truncated response probably keeps, the more probable ones first. */
export function likelySides({ interval, rows }: ReceivedRows): readonly Side[] {
  const { oldest, newest } = endsOf(rows)
  return interval.to - newest > (newest - oldest) / 2 ? ['oldest', 'newest'] : ['newest', 'oldest']
}

/**
 * The part of a truncated response to request again, and the rest of its interval. Null if its rows are too close
 * together.
 */
export function planTrial(
  side: Side,
  { interval, rows }: ReceivedRows,
): { readonly part: Interval; readonly rest: Interval } | null {
  const times = rows.map(({ at }) => at).sort((a, b) => (side === 'newest' ? b - a : a - b))
  const at = times[Math.floor(verifiedShare * times.length)]
  if (at === undefined) return null
  const cut = floorSecond(at) + (side === 'newest' ? 0 : secondMs)
  if (cut <= interval.from || cut >= interval.to) return null
  const older = { from: interval.from, to: cut }
  const newer = { from: cut, to: interval.to }
  return side === 'newest' ? { part: newer, rest: older } : { part: older, rest: newer }
}

/** Whether a whole response has the same rows as the truncated response for the same times. */
export function agrees(truncated: ReceivedRows, whole: ReceivedRows): boolean {
  const before = idsIn(truncated, whole.interval)
  return before.size >= minEvidence && isSame(before, idsIn(whole, whole.interval))
}

/** Whether a response for the rest has the same rows in the complete part, and enough of the dropped rows. */
export function provesSide(side: Side, truncated: ReceivedRows, rest: ReceivedRows): boolean {
  const complete = completePart(side, truncated)
  if (complete === null) return false
  const shared = {
    from: Math.max(complete.from, rest.interval.from),
    to: Math.min(complete.to, rest.interval.to),
  }
  const known = new Set(truncated.rows.map(({ id }) => id))
  const dropped = rest.rows.filter(({ id, at }) => !known.has(id) && (at < complete.from || at >= complete.to))
  return dropped.length >= minEvidence && isSame(idsIn(truncated, shared), idsIn(rest, shared))
}

const endsOf = (rows: ReceivedRows['rows']): { readonly oldest: number; readonly newest: number } =>
  rows.reduce(({ oldest, newest }, { at }) => ({ oldest: Math.min(oldest, at), newest: Math.max(newest, at) }), {
    oldest: Infinity,
    newest: -Infinity,
  })

const idsIn = ({ rows }: ReceivedRows, { from, to }: Interval): ReadonlySet<string> =>
  new Set(rows.flatMap(({ id, at }) => (from <= at && at < to ? [id] : [])))

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id))
