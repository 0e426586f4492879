import type { Interval } from '../cache/coverage.ts'
import { ActivityProfile } from './activity-profile.ts'
import { FillTarget } from './fill-target.ts'
import { ceilSecond, floorSecond, secondMs } from './intervals.ts'

const dayMs = 86_400_000
/** Of the rows of a cut answer, the newest so many are asked for next, where the answer was cut at its older end. */
const mostShare = 0.93
/** Of an interval, at one of its ends: without rows in so much of it, those that were there have been cut. */
const clearShare = 0.1
/** After two empty answers over this much, all that lies behind is asked for at once. */
const longEmptyMs = 30 * dayMs

/**
 * How far back the next interval should reach, newest first, so that its answer is nearly full and seldom cut: by a
 * profile of the hours seen so far, a correction for what the last answers held more or less, and how sure both were.
 */
export class HistoryPace {
  #profile = new ActivityProfile()
  /** The profile is a guess from answers that were cut; the first whole one takes its place. */
  #isGuess = true
  /** Rows received against rows forecast, lately. */
  #correction = 1
  readonly #fill = new FillTarget()
  #forecast: { readonly interval: Interval; readonly rows: number } | null = null
  /** The interval that must not be asked for again as wide as this. */
  #cut: Interval | null = null
  #empty = { answers: 0, ms: 0 }

  /**
   * The newest part of a stretch to ask for, from a whole second on. `capacity`: rows one answer carries. `isLikelyEmpty`:
   * all of it is asked for, where that was not cut before.
   */
  choose(stretch: Interval, capacity: number, isLikelyEmpty = false): Interval {
    const aim = Math.max(1, this.#fill.share * capacity)
    const isAll = isLikelyEmpty || this.#isLongEmpty()
    let from = isAll ? stretch.from : this.#profile.reachBack(stretch, aim / this.#correction)
    if (this.#cut !== null && this.#cut.to === stretch.to) from = Math.max(from, this.#cut.from)
    const interval = { from: clampSecond(from, stretch), to: stretch.to }
    this.#forecast = { interval, rows: this.#correction * this.#profile.forecast(interval) }
    return interval
  }

  /** Learns from an answer that held all rows of its interval. */
  noteWhole(interval: Interval, times: readonly number[]): void {
    const expected = this.#forecast
    if (this.#isGuess) this.#profile = new ActivityProfile()
    else if (expected !== null && expected.interval.from === interval.from && expected.interval.to === interval.to) {
      this.#fill.note(times.length, expected.rows)
      const ratio = (times.length + 2) / (expected.rows + 2)
      // A little more or less is chance; a lot is another time of the market, to be followed at once.
      this.#correct(ratio ** (ratio > 8 || ratio < 0.05 ? 0.6 : 0.1))
    }
    this.#isGuess = false
    this.#forecast = null
    this.#cut = null
    this.#empty =
      times.length > 0
        ? { answers: 0, ms: 0 }
        : { answers: this.#empty.answers + 1, ms: this.#empty.ms + interval.to - interval.from }
    this.#profile.note(interval, times)
  }

  /** Learns from an answer that may have been cut: the next one from the same end reaches less far, and then half as far. */
  noteCut({ from, to }: Interval, times: readonly number[], capacity: number): void {
    const sorted = times.toSorted((a, b) => b - a)
    const newest = sorted[0] ?? to
    const oldest = sorted.at(-1) ?? from
    const isAgain = this.#cut?.to === to
    const crowd = crowdedSecond(times)
    const isOldestKept = to - newest > Math.max(oldest - from, clearShare * (to - from))
    const isNewestKept = oldest - from > clearShare * (to - from)
    if (this.#isGuess) {
      this.#profile = new ActivityProfile()
      this.#profile.note(isOldestKept ? { from, to: newest + secondMs } : { from: oldest, to }, times)
    } else if (!isAgain && crowd === null) {
      // Only the first of a row of cuts tells of the forecast; those behind it feel their way to a burst.
      if (this.#forecast !== null) this.#fill.noteCut(capacity, this.#forecast.rows)
      this.#correct(1.1)
    }
    // The service promises no order, but where it left out the oldest or the newest rows, the others tell where to cut.
    const ranked = sorted[Math.min(Math.floor(mostShare * capacity), times.length - 1)] ?? oldest
    const ahead = isOldestKept
      ? floorSecond(newest)
      : isNewestKept
        ? ranked + secondMs
        : (sorted[Math.floor(sorted.length / 2)] ?? (from + to) / 2)
    // All up to a crowded second, then that second alone.
    const reached = crowd === null ? ahead : crowd + secondMs < to ? crowd + secondMs : crowd
    this.#cut = { from: Math.max(reached, to - (to - from) * (isAgain ? 0.5 : 0.9)), to }
    this.#forecast = null
    this.#empty = { answers: 0, ms: 0 }
  }

  #isLongEmpty(): boolean {
    return this.#empty.ms >= (this.#empty.answers >= 2 ? longEmptyMs : 2 * longEmptyMs)
  }

  #correct(factor: number): void {
    this.#correction = Math.min(4096, Math.max(1 / 64, this.#correction * factor))
  }
}

/** The second that holds most of an answer's rows, if any does. */
function crowdedSecond(times: readonly number[]): number | null {
  const counts = new Map<number, number>()
  for (const at of times) counts.set(floorSecond(at), (counts.get(floorSecond(at)) ?? 0) + 1)
  for (const [second, count] of counts) if (count > 2 && count > times.length / 2) return second
  return null
}

const clampSecond = (from: number, stretch: Interval): number =>
  Math.max(stretch.from, Math.min(ceilSecond(from), floorSecond(stretch.to - 1)))
