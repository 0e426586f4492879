import { secondMs } from '../../../../shared/durations.ts'
import type { Interval } from '../../../cache/history/coverage.ts'
import { floorSecond } from './intervals.ts'

/** The share of a truncated response's rows to request next, where the service keeps the newest rows. */
const keptShare = 0.93
/** If an interval has no rows in this share at one of its ends, the rows there were dropped. */
const clearShare = 0.1
/** The next interval's maximum width as a share of a truncated one; then after each further truncation in a row. */
const maxShare = { first: 0.9, further: 0.5 } as const

/** The distribution of the rows of a truncated response in its interval. Times in UTC ms. */
export interface RowSpread {
  /** Newest first. */
  readonly times: readonly number[]
  readonly newest: number
  readonly oldest: number
  /** The rows at the newer end seem to be missing. */
  readonly isOldestKept: boolean
  /** The rows at the older end seem to be missing. */
  readonly isNewestKept: boolean
  /** The second with more than half of the rows; null if there is none. */
  readonly crowdedSecond: number | null
}

export function spreadOf({ from, to }: Interval, unsorted: readonly number[]): RowSpread {
  const times = unsorted.toSorted((a, b) => b - a)
  const newest = times[0] ?? to
  const oldest = times.at(-1) ?? from
  const clearMs = clearShare * (to - from)
  return {
    times,
    newest,
    oldest,
    isOldestKept: to - newest > Math.max(oldest - from, clearMs),
    isNewestKept: oldest - from > clearMs,
    crowdedSecond: findCrowdedSecond(times),
  }
}

/** The earliest start of the next interval with the same end, so that it is not truncated again. */
export function narrow({ from, to }: Interval, spread: RowSpread, capacity: number, isAgain: boolean): number {
  const { times, newest, oldest, isOldestKept, isNewestKept, crowdedSecond } = spread
  // The service guarantees no order, but if it dropped the oldest or the newest rows, the others show where to start.
  const ranked = times[Math.min(Math.floor(keptShare * capacity), times.length - 1)] ?? oldest
  const median = times[Math.floor(times.length / 2)] ?? (from + to) / 2
  const start = isOldestKept ? floorSecond(newest) : isNewestKept ? ranked + secondMs : median
  const share = isAgain ? maxShare.further : maxShare.first
  return Math.max(crowdedSecond === null ? start : aroundCrowd(crowdedSecond, to), to - (to - from) * share)
}

/** First everything after a crowded second, then that second alone. */
const aroundCrowd = (crowdedSecond: number, to: number): number =>
  crowdedSecond + secondMs < to ? crowdedSecond + secondMs : crowdedSecond

function findCrowdedSecond(times: readonly number[]): number | null {
  const counts = new Map<number, number>()
  for (const at of times) counts.set(floorSecond(at), (counts.get(floorSecond(at)) ?? 0) + 1)
  for (const [second, count] of counts) if (count > 2 && count > times.length / 2) return second
  return null
}
