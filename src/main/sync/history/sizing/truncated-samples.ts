import type { Interval } from '#main/cache/history/coverage.ts'
import { secondMs } from '#shared/durations.ts'
import { floorSecond } from './intervals.ts'

/** If the service keeps the newest rows, the next request is for this share of the rows of a truncated response. */
const keptShare = 0.93
/** If there are no rows in this share of an interval at one end, the rows at that end were dropped. */
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
  readonly isOldestSide: boolean
  /** The rows at the older end seem to be missing. */
  readonly isNewestSide: boolean
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
    isOldestSide: to - newest > Math.max(oldest - from, clearMs),
    isNewestSide: oldest - from > clearMs,
    crowdedSecond: findCrowdedSecond(times),
  }
}

/** The earliest start of the next interval with the same end, so that it is not truncated again. */
export function narrow({ from, to }: Interval, spread: RowSpread, capacity: number, isRepeated: boolean): number {
  const { times, newest, oldest, isOldestSide, isNewestSide, crowdedSecond } = spread
  // The service guarantees no order, but if it dropped the oldest or the newest rows, the others show where to start.
  const ranked = times[Math.min(Math.floor(keptShare * capacity), times.length - 1)] ?? oldest
  const median = times[Math.floor(times.length / 2)] ?? (from + to) / 2
  const start = isOldestSide ? floorSecond(newest) : isNewestSide ? ranked + secondMs : median
  const share = isRepeated ? maxShare.further : maxShare.first
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

/** Rows of a truncated response that are spread over its whole interval. */
interface Sample extends Interval {
  /** Newest first. */
  readonly times: readonly number[]
  /** The assumed number of rows per sampled row; `found` rows were later read for `seen` sampled rows. */
  readonly rate: number
  readonly found: number
  readonly seen: number
  /** The rows that the profile had forecast; null if an earlier sample was used. */
  readonly forecast: number | null
}

/** A sample with less than one row in this number is not useful. */
const maxRate = 16
/** The assumed rate weighs as much as this number of rows found. */
const priorRows = 12
/** The room to leave for errors, in standard deviations. */
const margin = 0.9
/** The maximum number of samples. Each one is within the previous one, or older. */
const maxSamples = 8

const rateOf = ({ rate, found, seen }: Sample): number =>
  Math.max(1.02, (priorRows * rate + found) / (priorRows + seen))

/**
 * If a truncated response has rows from its whole interval, they show where the missing rows are. The next intervals
 * are measured by them. The larger the sample, the more exact it is.
 */
export class TruncatedSamples {
  #samples: readonly Sample[] = []

  /** `expected`: the estimated number of rows in the interval. `forecast`: see `Sample`. */
  add({ from, to }: Interval, times: readonly number[], expected: number, forecast: number | null): void {
    const rate = Math.max(1.08, expected / times.length)
    const sample = { from, to, times: times.toSorted((a, b) => b - a), rate, found: 0, seen: 0, forecast }
    if (rate <= maxRate && times.length > 0) this.#samples = [...this.#samples, sample].slice(-maxSamples)
  }

  /**
   * Learns that an interval was read and has `count` rows, and removes samples that are no longer needed. For each
   * sample that is completely read, returns the ratio of found rows to forecast rows.
   */
  learn({ from, to }: Interval, count: number): readonly number[] {
    const learned = this.#samples.map((sample) => {
      if (sample.from > from || sample.to < to) return sample
      const seen = sample.times.filter((at) => from <= at && at < to).length
      return { ...sample, found: sample.found + count, seen: sample.seen + seen }
    })
    this.#samples = learned.filter((sample) => sample.from < from)
    return learned.flatMap((sample) => {
      if (sample.from < from || sample.forecast === null) return []
      return [(rateOf(sample) * sample.times.length) / sample.forecast]
    })
  }

  /**
   * Finds the interval that ends at `to` and probably contains as many rows as one response. Returns its start and the
   * expected rows; null without a sample. `isEnd`: the samples end before the response is full.
   */
  reachBack(
    to: number,
    capacity: number,
  ): { readonly from: number; readonly rows: number; readonly isEnd: boolean } | null {
    let [rows, variance, rateError, end] = [0, 0, 0, to]
    for (;;) {
      const sample = this.#samples.findLast((candidate) => candidate.from < end && end <= candidate.to)
      if (sample === undefined) return end === to ? null : { from: end, rows, isEnd: true }
      const rate = rateOf(sample)
      const rateErrorPerRow = (rate - 0.9) / Math.sqrt(priorRows + sample.seen)
      for (const at of sample.times) {
        if (at >= end || at < sample.from) continue
        variance += rate * (rate - 1)
        rateError += rateErrorPerRow
        if (rows + rate + margin * Math.sqrt(variance + rateError ** 2) > capacity - 1)
          return { from: Math.min(floorSecond(at) + secondMs, to), rows, isEnd: false }
        rows += rate
      }
      end = sample.from
    }
  }
}

/** The share of a full response to aim at with a sample of one row in `rate`, with room for random errors. */
export function sampledShare(rate: number, capacity: number): number {
  const half = (margin * Math.sqrt(rate - 1 + capacity / 200)) / 2
  return (Math.sqrt(half ** 2 + capacity) - half) ** 2 / capacity
}
