import type { Interval } from '../cache/coverage.ts'
import { floorSecond, secondMs } from './intervals.ts'

/** Which rows of an interval are left when the service cuts its answer. */
export type Side = 'newest' | 'oldest'

/** An answer as it came: its rows in the order sent. Times in UTC ms. */
export interface SeenAnswer {
  readonly interval: Interval
  readonly rows: readonly { readonly id: string; readonly at: number }[]
}

/** Answers to wait after a trial that failed: a burst may have been in its way. Each further time four times as many. */
const waitAnswers = 6
/** Rows that must agree on either side of the cut: less could be chance. */
const leastEvidence = 8
/** Of a cut answer, the share that is asked for again. It must come back whole, and the same. */
const verifiedShare = 0.6

/**
 * Where the service leaves out rows when it cuts, which nobody tells. Once it was seen to sort by time and to leave out
 * one end, the rest of a cut answer is as good as whole. One answer out of order ends that for good.
 */
export class KeptSide {
  #side: Side | null = null
  #waitsFor = 0
  #nextWait = waitAnswers
  #isUnsorted = false
  #isBroken = false

  /** Null while it is not known. */
  get side(): Side | null {
    return this.#side
  }

  /** Whether it is worth finding out. */
  get isOpen(): boolean {
    return this.#side === null && !this.#isUnsorted && this.#waitsFor <= 0
  }

  confirm(side: Side): void {
    if (!this.#isUnsorted) this.#side = side
  }

  fail(): void {
    this.#waitsFor = this.#nextWait
    this.#nextWait *= 4
  }

  note({ rows }: SeenAnswer): void {
    this.#waitsFor--
    if (this.#isUnsorted || isSorted(rows.map(({ at }) => at))) return
    this.#isUnsorted = true
    this.#isBroken = this.#side !== null
    this.#side = null
  }

  /** True once after what was relied on has proved wrong: what came of it must be read again. */
  takeBroken(): boolean {
    const isBroken = this.#isBroken
    this.#isBroken = false
    return isBroken
  }
}

const isSorted = (times: readonly number[]): boolean =>
  times.every((at, i) => at >= (times[i - 1] ?? -Infinity)) || times.every((at, i) => at <= (times[i - 1] ?? Infinity))

/** The part of a cut answer's interval that is whole, where this side is kept; null where it is less than a second. */
export function keptPart(side: Side, { interval, rows }: SeenAnswer): Interval | null {
  const { oldest, newest } = endsOf(rows)
  const part =
    side === 'newest'
      ? { from: Math.max(interval.from, floorSecond(oldest) + secondMs), to: interval.to }
      : { from: interval.from, to: Math.min(interval.to, floorSecond(newest)) }
  return rows.length > 0 && part.from < part.to ? part : null
}

/** Which sides a cut answer makes likely, the likelier first. */
export function likelySides({ interval, rows }: SeenAnswer): readonly Side[] {
  const { oldest, newest } = endsOf(rows)
  return interval.to - newest > (newest - oldest) / 2 ? ['oldest', 'newest'] : ['newest', 'oldest']
}

/** The part of a cut answer to ask for again, and what is then left of its interval. Null where its rows lie too close. */
export function planTrial(side: Side, { interval, rows }: SeenAnswer): { part: Interval; rest: Interval } | null {
  const times = rows.map(({ at }) => at).sort((a, b) => (side === 'newest' ? b - a : a - b))
  const at = times[Math.floor(verifiedShare * times.length)]
  if (at === undefined) return null
  const cut = floorSecond(at) + (side === 'newest' ? 0 : secondMs)
  if (cut <= interval.from || cut >= interval.to) return null
  const older = { from: interval.from, to: cut }
  const newer = { from: cut, to: interval.to }
  return side === 'newest' ? { part: newer, rest: older } : { part: older, rest: newer }
}

/** Whether the rows of a whole answer are the very ones that the cut answer had for the same times. */
export function agrees(cut: SeenAnswer, whole: SeenAnswer): boolean {
  const before = idsIn(cut, whole.interval)
  return before.size >= leastEvidence && isSame(before, idsIn(whole, whole.interval))
}

/** Whether an answer for the rest has the same rows in the kept part, and enough that had been left out. */
export function provesCut(side: Side, cut: SeenAnswer, rest: SeenAnswer): boolean {
  const kept = keptPart(side, cut)
  if (kept === null) return false
  const here = { from: Math.max(kept.from, rest.interval.from), to: Math.min(kept.to, rest.interval.to) }
  const known = new Set(cut.rows.map(({ id }) => id))
  const left = rest.rows.filter(({ id, at }) => !known.has(id) && (at < kept.from || at >= kept.to))
  return left.length >= leastEvidence && isSame(idsIn(cut, here), idsIn(rest, here))
}

const endsOf = (rows: SeenAnswer['rows']): { oldest: number; newest: number } =>
  rows.reduce(({ oldest, newest }, { at }) => ({ oldest: Math.min(oldest, at), newest: Math.max(newest, at) }), {
    oldest: Infinity,
    newest: -Infinity,
  })

const idsIn = ({ rows }: SeenAnswer, { from, to }: Interval): ReadonlySet<string> =>
  new Set(rows.flatMap(({ id, at }) => (from <= at && at < to ? [id] : [])))

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((id) => other.has(id))
