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

const minuteMs = 60_000

/** All there is, from before the first row on: a row may be booked under any time. */
export const allDays = 100 * 366

/**
 * What is covered is read again for rows that were booked late or changed: so far back, between so soon and so late.
 * Within that, five minutes for each request it took: at most 288 requests a day for each, of the 288,000 there are.
 */
export const rereadingKinds = [
  { days: 30, leastMs: 5 * minuteMs, mostMs: dayMs },
  { days: 365, leastMs: 30 * minuteMs, mostMs: 7 * dayMs },
  { days: allDays, leastMs: 120 * minuteMs, mostMs: 28 * dayMs },
] as const
const perRequestMs = 5 * minuteMs

/** How long to wait before reading so many days again, which took so many requests. */
export function rereadingPauseMs(days: number, requests: number): number {
  const { leastMs, mostMs } = rereadingKinds.find((kind) => kind.days === days) ?? rereadingKinds[0]
  return Math.min(mostMs, Math.max(leastMs, requests * perRequestMs))
}

/** An account may have rows from shortly before it was opened. */
const openingMarginMs = 31 * dayMs

/** What to read of an account next. */
export type HistoryTask =
  /** Never read yet, or left out. */
  | { readonly kind: 'hole'; readonly stretch: Interval; readonly isBeforeOpening: boolean }
  /** All before the oldest row known: once more, before it counts as empty. */
  | { readonly kind: 'beginning'; readonly stretch: Interval }
  | { readonly kind: 'gap'; readonly stretch: Interval }
  | {
      readonly kind: 'rereading'
      readonly stretch: Interval
      readonly rereading: Rereading
      readonly isBeforeOpening: boolean
    }

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
  // What an account says of its opening is not believed once rows from before it are here.
  const isBelieved = (oldestDay ?? Infinity) + dayMs > opening
  if (hole !== undefined) return { kind: 'hole', stretch: hole, isBeforeOpening: isBelieved && hole.to <= opening }
  const first = Math.min(oldestDay ?? until, until)
  if (beginsAt === null && floor < first) return { kind: 'beginning', stretch: { from: floor, to: first } }
  const gap = gaps.findLast((one) => one.to <= now && (isWrongGap(one) || now - one.readAt > gapAgainMs))
  if (gap !== undefined) return { kind: 'gap', stretch: { from: gap.from, to: gap.to } }
  const due = rereadingKinds
    // Files from before there was this one lack it: then it is due.
    .map((kind) => ({ ...kind, dueAt: 0, reachedAt: null, ...rereadings.find((one) => one.days === kind.days) }))
    // One put off for longer than it ever is was so by a clock that was set back since.
    .filter(({ dueAt, reachedAt, mostMs }) => reachedAt !== null || dueAt <= now || dueAt > now + mostMs)
    .map(({ days, dueAt, reachedAt }): Rereading => ({ days, dueAt, reachedAt }))
  // Of those that begin now the longest: it reads what the shorter ones would. One under way lets a shorter one pass.
  const rereading = due[0]?.reachedAt === null ? due.findLast(({ reachedAt }) => reachedAt === null) : due[0]
  return rereading === undefined ? null : planRereading(standing, rereading, floor, until, now)
}

function planRereading(
  { gaps, beginsAt }: HistoryStanding,
  rereading: Rereading,
  floor: number,
  until: number,
  now: number,
): HistoryTask {
  const to = Math.min(rereading.reachedAt ?? until, until)
  const isBeforeOpening = rereading.days === allDays && beginsAt !== null && to <= beginsAt
  const first = isBeforeOpening ? floor : Math.max(floor, beginsAt ?? floor)
  const from = Math.max(floorSecond(now - rereading.days * dayMs), first)
  const [stretch] = subtract({ from, to }, gaps)
  // Nothing is left of it: the reader then says when it is due again.
  return { kind: 'rereading', stretch: stretch ?? { from, to: from }, rereading, isBeforeOpening }
}
