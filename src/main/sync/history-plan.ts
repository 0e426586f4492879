import type { Interval } from '../cache/coverage.ts'
import type { HistoryGap, Rereading } from '../cache/history-state.ts'
import { floorSecond, subtract } from './intervals.ts'

const dayMs = 86_400_000

/** Before this no brokerage kept electronic books that a service would answer from: nothing older is asked for. */
export const epoch = Date.UTC(1990, 0, 1)
/** Where all of that may not be asked for at once: two years and then five without rows are taken as the beginning. */
const longEmptyMs = 7 * 366 * dayMs
/** A second too full for one answer is tried again at most so often. */
const gapAgainMs = 7 * dayMs

/** What is covered is read again for rows that were booked late: how much of it, and how often. */
export const rereadingKinds = [
  { days: 30, everyMs: dayMs },
  { days: 365, everyMs: 7 * dayMs },
] as const

/** An account may have rows from shortly before it was opened. */
const openingMarginMs = 31 * dayMs

/** What to read of an account next. */
export type HistoryTask =
  /** Never read yet, or left out. */
  | { readonly kind: 'hole'; readonly stretch: Interval; readonly isBeforeOpening: boolean }
  /** All before the oldest row known: once more, before it counts as empty. */
  | { readonly kind: 'beginning'; readonly stretch: Interval }
  | { readonly kind: 'gap'; readonly stretch: Interval }
  | { readonly kind: 'rereading'; readonly stretch: Interval; readonly rereading: Rereading }

/** What the plan rests on: all of it lies in the cache. */
export interface HistoryStanding {
  readonly covered: readonly Interval[]
  readonly gaps: readonly HistoryGap[]
  readonly rereadings: readonly Rereading[]
  /** UTC ms; null while unknown. */
  readonly beginsAt: number | null
  /** The day of the oldest row kept. */
  readonly oldestDay: number | null
  /** What the account says of its opening or first trade. */
  readonly opensAt: number | null
  /** Whether a second is no longer thought to hold more than one answer carries. */
  readonly isWrongGap: (gap: HistoryGap) => boolean
}

/** How far back to go. `isNarrow`: the service does not answer for all times at once. */
export const floorOf = ({ oldestDay, opensAt }: HistoryStanding, now: number, isNarrow: boolean): number =>
  isNarrow ? floorSecond(Math.max(epoch, Math.min(oldestDay ?? now, opensAt ?? now) - longEmptyMs)) : epoch

/**
 * The next thing to read between `floor` and `until`, from where on the recent rows are read anyway: the newest hole
 * first, then the beginning, then what is to be read again. `null`: nothing now. Times in UTC ms.
 */
export function planHistory(standing: HistoryStanding, floor: number, until: number, now: number): HistoryTask | null {
  const { covered, gaps, rereadings, beginsAt, oldestDay, opensAt, isWrongGap } = standing
  const [hole] = subtract({ from: floor, to: until }, [...covered, ...gaps])
  const opening = (opensAt ?? -Infinity) - openingMarginMs
  if (hole !== undefined) return { kind: 'hole', stretch: hole, isBeforeOpening: hole.to <= opening }
  const first = Math.min(oldestDay ?? until, until)
  if (beginsAt === null && floor < first) return { kind: 'beginning', stretch: { from: floor, to: first } }
  const gap = gaps.findLast((one) => one.to <= now && (isWrongGap(one) || now - one.readAt > gapAgainMs))
  if (gap !== undefined) return { kind: 'gap', stretch: { from: gap.from, to: gap.to } }
  for (const rereading of rereadings) {
    if (rereading.reachedAt === null && rereading.dueAt > now) continue
    const from = Math.max(floorSecond(now - rereading.days * dayMs), beginsAt ?? floor)
    const [stretch] = subtract({ from, to: Math.min(rereading.reachedAt ?? until, until) }, gaps)
    // Nothing is left of it: the reader then says when it is due again.
    return { kind: 'rereading', stretch: stretch ?? { from, to: from }, rereading }
  }
  return null
}
