import { dayMs, minuteMs } from '#shared/durations.ts'
import { oldestRecordsAt } from '#shared/period.ts'
import type { Interval } from '../../cache/history/coverage.ts'
import type { HistoryGap, Rereading } from '../../cache/history/history-state.ts'
import { floorSecond, subtract } from './sizing/intervals.ts'

/**
 * If the service does not respond for all times in one request, this time without rows (seven years) counts as the
 * beginning.
 */
const longEmptyMs = 7 * 366 * dayMs
/** The time after which a known gap is read again. */
const gapPauseMs = 7 * dayMs
/** An account may have rows from shortly before it was opened. */
const openingMarginMs = 31 * dayMs

/** All days, from before the first row: a row may be booked under any time. */
export const allDays = 100 * 366

/**
 * Covered periods are read again for rows that were booked late or changed: the last `days`, at least every `maxMs` and
 * at most every `minMs`. Between these limits, the pause is five minutes for each request of the last time. This takes
 * at most 288 of 288,000 requests a day for each period.
 */
export const rereadingPeriods = [
  { days: 30, minMs: 5 * minuteMs, maxMs: dayMs },
  { days: 365, minMs: 30 * minuteMs, maxMs: 7 * dayMs },
  { days: allDays, minMs: 120 * minuteMs, maxMs: 28 * dayMs },
] as const
const pausePerRequestMs = 5 * minuteMs

/** Returns the pause (ms) before the last `days` are read again, if the last time took this number of requests. */
export function rereadingPauseMs(days: number, requests: number): number {
  const { minMs, maxMs } = rereadingPeriods.find((period) => period.days === days) ?? rereadingPeriods[0]
  return Math.min(maxMs, Math.max(minMs, requests * pausePerRequestMs))
}

/** The next task for an account. */
export type HistoryTask =
  /** Never read, or no longer covered. */
  | { readonly kind: 'unread'; readonly interval: Interval; readonly isBeforeOpening: boolean }
  /** All time before the oldest known row. It is read once more before it counts as empty. */
  | { readonly kind: 'beginning'; readonly interval: Interval }
  | { readonly kind: 'gap'; readonly interval: Interval }
  /** Stored rows were missing in a response for this time. */
  | { readonly kind: 'confirmation'; readonly interval: Interval }
  | {
      readonly kind: 'rereading'
      readonly interval: Interval
      readonly rereading: Rereading
      readonly isBeforeOpening: boolean
    }

/** The known history of an account, from the cache. Times in UTC ms. */
export interface AccountHistory {
  readonly covered: readonly Interval[]
  readonly gaps: readonly HistoryGap[]
  readonly rereadings: readonly Rereading[]
  /** An interval to read again, because stored rows were missing in it; null if none is due. */
  readonly missingIn: Interval | null
  /** Null while unknown. */
  readonly beginsAt: number | null
  /** The start of the UTC day of the oldest stored row. */
  readonly oldestDay: number | null
  /** The date of opening or first trade that the account states. */
  readonly opensAt: number | null
  /** Whether one response may now contain all rows of a known gap. */
  readonly isWrongGap: (gap: HistoryGap) => boolean
}

/**
 * The time (UTC ms) back to which the history is read. `isNarrow`: the service does not respond for all times in one
 * request.
 */
export const floorOf = ({ oldestDay, opensAt }: AccountHistory, now: number, isNarrow: boolean): number =>
  isNarrow
    ? floorSecond(Math.max(oldestRecordsAt, Math.min(oldestDay ?? now, opensAt ?? now) - longEmptyMs))
    : oldestRecordsAt

/**
 * Returns the next interval to read between `floor` and `until`; later rows are kept up to date separately. The newest
 * unread interval comes first, then the beginning, then gaps, then re-readings. `null` if nothing is due. Times in UTC
 * ms.
 */
export function planHistory(history: AccountHistory, floor: number, until: number, now: number): HistoryTask | null {
  const { covered, gaps, beginsAt, oldestDay, opensAt, missingIn, isWrongGap } = history
  const [unread] = subtract({ from: floor, to: until }, [...covered, ...gaps])
  const opening = (opensAt ?? -Infinity) - openingMarginMs
  // The stated opening is wrong if older rows are stored.
  const isOpeningValid = (oldestDay ?? Infinity) + dayMs > opening
  if (unread !== undefined)
    return { kind: 'unread', interval: unread, isBeforeOpening: isOpeningValid && unread.to <= opening }
  const oldest = Math.min(oldestDay ?? until, until)
  if (beginsAt === null && floor < oldest) return { kind: 'beginning', interval: { from: floor, to: oldest } }
  const gap = gaps.findLast(
    (candidate) => candidate.to <= now && (isWrongGap(candidate) || now - candidate.readAt > gapPauseMs),
  )
  if (gap !== undefined) return { kind: 'gap', interval: { from: gap.from, to: gap.to } }
  if (missingIn !== null) return { kind: 'confirmation', interval: missingIn }
  const rereading = nextRereading(history, now)
  return rereading === null ? null : planRereading(history, rereading, floor, until, now)
}

function nextRereading({ rereadings }: AccountHistory, now: number): Rereading | null {
  const due = rereadingPeriods
    // A period that the file of an older version does not have is due.
    .map((period) => ({ ...period, dueAt: 0, reachedAt: null, ...rereadings.find(({ days }) => days === period.days) }))
    // A pause longer than the maximum means that the clock was set back.
    .filter(({ dueAt, reachedAt, maxMs }) => reachedAt !== null || dueAt <= now || dueAt > now + maxMs)
    .map(({ days, dueAt, reachedAt }): Rereading => ({ days, dueAt, reachedAt }))
  // The longest re-reading that starts now includes the shorter ones. A shorter one goes before a longer one in
  // progress.
  const isStarting = due[0]?.reachedAt === null
  return (isStarting ? due.findLast(({ reachedAt }) => reachedAt === null) : due[0]) ?? null
}

function planRereading(
  { gaps, beginsAt }: AccountHistory,
  rereading: Rereading,
  floor: number,
  until: number,
  now: number,
): HistoryTask {
  const to = Math.min(rereading.reachedAt ?? until, until)
  const isBeforeOpening = rereading.days === allDays && beginsAt !== null && to <= beginsAt
  const oldest = isBeforeOpening ? floor : Math.max(floor, beginsAt ?? floor)
  const from = Math.max(floorSecond(now - rereading.days * dayMs), oldest)
  const [interval] = subtract({ from, to }, gaps)
  // An empty interval: the re-reading is complete, and `Rereader` schedules the next one.
  return { kind: 'rereading', interval: interval ?? { from, to: from }, rereading, isBeforeOpening }
}
