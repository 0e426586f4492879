import type { Interval } from '../cache/coverage.ts'
import { ActivityProfile } from './activity-profile.ts'
import { FillTarget } from './fill-target.ts'
import { ceilSecond, floorSecond, secondMs } from './intervals.ts'
import { RowSamples, sampledShare } from './row-samples.ts'

const dayMs = 86_400_000
/** Of the rows of a cut answer, the newest so many are asked for next, where the answer was cut at its older end. */
const mostShare = 0.93
/** Of an interval, at one of its ends: without rows in so much of it, those that were there have been cut. */
const clearShare = 0.1
/** After two empty answers over this much, all that lies behind is asked for at once. */
const longEmptyMs = 30 * dayMs

/** Answers' worth of rows to ask for where a cut answer is to tell where they lie. */
const surveySizes = [3, 4, 6, 8, 12] as const
/** What is gained so in practice, of what chance would allow. */
const surveyWorth = 0.85
/** Of what an answer carries: with less than this left in a sample, a new one may begin with it. */
const restShare = 0.3
/** An answer as wide as this, of one that was cut, is asked for next at most; after each further cut less. */
const shrinking = [0.95, 0.7, 0.5] as const

/** What the next interval's end was chosen by. */
type Ground = 'profile' | 'samples' | 'survey'

interface Forecast {
  readonly interval: Interval
  /** By the profile. */
  readonly rows: number
  readonly ground: Ground
}

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
  readonly #samples = new RowSamples()
  /** Cut answers with rows from all over their intervals, less those with rows from one end. */
  #spread = 0
  #cutsInRow = 0
  #forecast: Forecast | null = null
  /** The interval that must not be asked for again as wide as this. */
  #cut: Interval | null = null
  #empty = { answers: 0, ms: 0 }

  /**
   * The newest part of a stretch to ask for, from a whole second on. `capacity`: rows one answer carries. `isLikelyEmpty`:
   * all of it is asked for, where that was not cut before.
   */
  choose(stretch: Interval, capacity: number, isLikelyEmpty = false): Interval {
    const isAll = isLikelyEmpty || this.#isLongEmpty()
    const { from: aim, ground } = isAll
      ? { from: stretch.from, ground: 'profile' as const }
      : this.#aim(stretch, capacity)
    const from = this.#cut !== null && this.#cut.to === stretch.to ? Math.max(aim, this.#cut.from) : aim
    const interval = { from: clampSecond(from, stretch), to: stretch.to }
    this.#forecast = { interval, rows: this.#correction * this.#profile.forecast(interval), ground }
    return interval
  }

  #aim(stretch: Interval, capacity: number): { from: number; ground: Ground } {
    const known = this.#samples.reachBack(stretch.to, capacity)
    if (known !== null && !known.isEnd) return { from: known.from, ground: 'samples' }
    const survey = this.#surveySize(capacity)
    const rest = known?.rows ?? 0
    if (survey !== null && known !== null && rest > restShare * capacity) return { from: known.from, ground: 'samples' }
    const isSurvey = survey !== null
    const rows = isSurvey ? survey * capacity : this.#fill.share * capacity - rest
    const to = isSurvey ? stretch.to : (known?.from ?? stretch.to)
    if (known !== null && (rows < 1 || to <= stretch.from)) return { from: known.from, ground: 'samples' }
    const from = this.#profile.reachBack({ from: stretch.from, to }, Math.max(1, rows) / this.#correction)
    return { from, ground: isSurvey ? 'survey' : known === null ? 'profile' : 'samples' }
  }

  /** Where rows come in bursts that no profile foresees, an answer that is cut on purpose tells where they are. */
  #surveySize(capacity: number): number | null {
    if (this.#isGuess || this.#spread <= 0) return null
    const gainOf = (size: number): number => surveyWorth / (1 / sampledShare(size, capacity) + 1 / size)
    const best = surveySizes.reduce((a, b) => (gainOf(b) > gainOf(a) ? b : a))
    return gainOf(best) > this.#fill.gain ? best : null
  }

  /** Learns from an answer that held all rows of its interval. */
  noteWhole(interval: Interval, times: readonly number[]): void {
    const expected = this.#forecast
    if (this.#isGuess) this.#profile = new ActivityProfile()
    else if (expected !== null && expected.interval.from === interval.from && expected.interval.to === interval.to) {
      const ratio = (times.length + 2) / (expected.rows + 2)
      if (expected.ground === 'profile') this.#fill.note(times.length, expected.rows)
      // A little more or less is chance; a lot is another time of the market, to be followed at once.
      if (expected.ground !== 'samples') this.#correct(ratio ** (ratio > 8 || ratio < 0.05 ? 0.6 : 0.1))
    }
    for (const ratio of this.#samples.learn(interval, times.length)) this.#correct(ratio ** 0.25)
    this.#isGuess = false
    this.#forecast = null
    this.#cut = null
    this.#cutsInRow = 0
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
    const wasGuess = this.#isGuess
    if (this.#isGuess) {
      this.#profile = new ActivityProfile()
      this.#profile.note(isOldestKept ? { from, to: newest + secondMs } : { from: oldest, to }, times)
    } else if (!isAgain && crowd === null && this.#forecast?.ground === 'profile') {
      // Only the first of a row of cuts tells of the forecast; those behind it feel their way to a burst.
      this.#fill.noteCut(capacity, this.#forecast.rows)
      this.#correct(1.1)
    }
    this.#spread = Math.max(-3, Math.min(6, this.#spread + (isOldestKept || isNewestKept ? -1 : 1)))
    this.#cutsInRow = isAgain ? this.#cutsInRow + 1 : 0
    if (this.#spread > 0 && crowd === null && !wasGuess && this.#forecast !== null) {
      const { rows, ground } = this.#forecast
      const expected = Math.max(1.1 * times.length, ground === 'samples' ? 0 : rows) * 1.5 ** this.#cutsInRow
      this.#samples.add({ from, to }, times, expected, ground === 'samples' ? null : Math.max(1, rows))
      const width = (shrinking[this.#cutsInRow] ?? 0.5) * (to - from)
      this.#cut = { from: to - width, to }
      this.#forecast = null
      this.#empty = { answers: 0, ms: 0 }
      return
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
