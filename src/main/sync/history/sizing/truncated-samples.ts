import type { Interval } from '../cache/coverage.ts'
import { floorSecond, secondMs } from './intervals.ts'

/** Rows of a cut answer, spread over all of its interval. */
interface Sample extends Interval {
  /** Newest first. */
  readonly times: readonly number[]
  /** Rows there are to each that came: what was thought at first, and how many of them were found for how many. */
  readonly rate: number
  readonly found: number
  readonly seen: number
  /** Rows that had been forecast before it was known where any lay; null where some was. */
  readonly forecast: number | null
}

/** One row in more than so many says little. */
const mostRate = 16
/** What was thought at first counts like so many rows that were found out. */
const priorRows = 12
/** Standard deviations to leave room for. */
const margin = 0.9
/** Samples that are remembered: each lies within the one before, or below it. */
const most = 8

const rateOf = ({ rate, found, seen }: Sample): number =>
  Math.max(1.02, (priorRows * rate + found) / (priorRows + seen))

/**
 * Where an answer was cut, with rows from all over its interval, these tell where the others lie: the next intervals can be
 * cut to measure. All the better the more of them came.
 */
export class RowSamples {
  #samples: readonly Sample[] = []

  /** Rows of a cut answer, how many its interval is thought to hold, and how many had been forecast. */
  add({ from, to }: Interval, times: readonly number[], expected: number, forecast: number | null): void {
    const rate = Math.max(1.08, expected / times.length)
    const sample = { from, to, times: times.toSorted((a, b) => b - a), rate, found: 0, seen: 0, forecast }
    if (rate <= mostRate && times.length > 0) this.#samples = [...this.#samples, sample].slice(-most)
  }

  /**
   * An interval was read, and holds so many rows: what was known of it is of no more use. Gives how many more or less were
   * found in what is read to its end than had been forecast for it.
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
   * From where to `to` as many rows are likely to lie as one answer carries, and how many are expected; null where nothing
   * is known. `isEnd`: there is room for more, of which nothing is known.
   */
  reachBack(to: number, capacity: number): { from: number; rows: number; isEnd: boolean } | null {
    let [rows, spread, doubt, end] = [0, 0, 0, to]
    for (;;) {
      const sample = this.#samples.findLast((one) => one.from < end && end <= one.to)
      if (sample === undefined) return end === to ? null : { from: end, rows, isEnd: true }
      const rate = rateOf(sample)
      const doubtOfOne = (rate - 0.9) / Math.sqrt(priorRows + sample.seen)
      for (const at of sample.times) {
        if (at >= end || at < sample.from) continue
        spread += rate * (rate - 1)
        doubt += doubtOfOne
        if (rows + rate + margin * Math.sqrt(spread + doubt ** 2) > capacity - 1)
          return { from: Math.min(floorSecond(at) + secondMs, to), rows, isEnd: false }
        rows += rate
      }
      end = sample.from
    }
  }
}

/** How much of what an answer carries is got by a sample of one row in `rate`, as far as chance allows. */
export function sampledShare(rate: number, capacity: number): number {
  const half = (margin * Math.sqrt(rate - 1 + capacity / 200)) / 2
  return (Math.sqrt(half ** 2 + capacity) - half) ** 2 / capacity
}
