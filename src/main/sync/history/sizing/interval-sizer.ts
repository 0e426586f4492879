import type { Interval } from '#main/cache/history/coverage.ts'
// Ablation: the rule "density × 0.8, halved after a truncated response" takes 57 % more requests over the 63 cases of
// `npm run bench -- history --rows 20000` (caps 100, 1,000 and 1,500; 157 % more at a cap of 100 where any rows are
// kept), so the model stays.
import { dayMs, secondMs } from '#shared/durations.ts'
import { ActivityProfile } from './activity-profile.ts'
import { FillTarget } from './fill-target.ts'
import { ceilSecond, floorSecond } from './intervals.ts'
import { narrow, spreadOf, type RowSpread, sampledShare, TruncatedSamples } from './truncated-samples.ts'

/** After two empty responses over this time, all older time is requested at once. */
const longEmptyMs = 30 * dayMs

/**
 * The sizes of a survey, in full responses. A survey is a request that is truncated on purpose, to show where the rows
 * are.
 */
const surveySizes = [3, 4, 6, 8, 12] as const
/** The share of a survey's theoretical gain that is achieved in practice. */
const surveyYield = 0.85
/** While a sample still has more than this share of a full response, no survey starts. */
const restShare = 0.3
/** The width of the next interval after a truncated one, as a share; less after each further truncation in a row. */
const shrinkShares = [0.95, 0.7, 0.5] as const

/** The method that determined the start of the next interval. */
type Basis = 'profile' | 'samples' | 'survey'

interface Forecast {
  readonly interval: Interval
  /** The number of rows that the profile forecasts. */
  readonly rows: number
  readonly basis: Basis
}

/**
 * Chooses how far back the next interval reaches, so that its response is almost full and seldom truncated. It uses a
 * profile of the hours read so far, a correction for the errors of the last forecasts, and their spread. There is one
 * sizer per account.
 */
export class IntervalSizer {
  #profile = new ActivityProfile()
  /** The profile comes from truncated responses only; the first whole one replaces it. */
  #isGuess = true
  /** The recent ratio of received rows to forecast rows. */
  #correction = 1
  readonly #fill = new FillTarget()
  readonly #samples = new TruncatedSamples()
  /**
   * The number of truncated responses with rows from their whole intervals, minus the number of those with rows from
   * one end.
   */
  #scatteredCount = 0
  #truncationsInRow = 0
  #forecast: Forecast | null = null
  /** The next interval with the same end must not be wider than this one. */
  #maxInterval: Interval | null = null
  #empty = { responses: 0, ms: 0 }

  /**
   * Returns the newest part of an interval to request; it starts at a whole second. `capacity` is the number of rows in
   * one response. With `isLikelyEmpty` the whole interval is requested, unless it was truncated before.
   */
  choose(interval: Interval, capacity: number, isLikelyEmpty = false): Interval {
    const isAll = isLikelyEmpty || this.#isLongEmpty()
    const { from: target, basis } = isAll
      ? { from: interval.from, basis: 'profile' as const }
      : this.#target(interval, capacity)
    const max = this.#maxInterval
    const from = max !== null && max.to === interval.to ? Math.max(target, max.from) : target
    const part = { from: clampSecond(from, interval), to: interval.to }
    this.#forecast = { interval: part, rows: this.#correction * this.#profile.forecast(part), basis }
    return part
  }

  /** Learns from a response that contains all rows of its interval. `times`: the times of the rows, UTC ms. */
  noteWhole(interval: Interval, times: readonly number[]): void {
    const forecast = this.#forecast
    if (this.#isGuess) this.#profile = new ActivityProfile()
    else if (forecast !== null && forecast.interval.from === interval.from && forecast.interval.to === interval.to) {
      const ratio = (times.length + 2) / (forecast.rows + 2)
      if (forecast.basis === 'profile') this.#fill.note(times.length, forecast.rows)
      // A small difference is random; a large one is a new phase of the market, which the correction follows at once.
      if (forecast.basis !== 'samples') this.#correct(ratio ** (ratio > 8 || ratio < 0.05 ? 0.6 : 0.1))
    }
    for (const ratio of this.#samples.learn(interval, times.length)) this.#correct(ratio ** 0.25)
    this.#isGuess = false
    this.#forecast = null
    this.#maxInterval = null
    this.#truncationsInRow = 0
    this.#empty =
      times.length > 0
        ? { responses: 0, ms: 0 }
        : { responses: this.#empty.responses + 1, ms: this.#empty.ms + interval.to - interval.from }
    this.#profile.note(interval, times)
  }

  /** Learns from a response that may have been truncated: the next interval with the same end is narrower. */
  noteTruncated(interval: Interval, times: readonly number[], capacity: number): void {
    const spread = spreadOf(interval, times)
    const isRepeated = this.#maxInterval?.to === interval.to
    const wasGuess = this.#isGuess
    if (wasGuess) this.#guessProfile(interval, spread)
    else if (!isRepeated && spread.crowdedSecond === null && this.#forecast?.basis === 'profile') {
      // Only the first truncation in a row is evidence about the forecast; the next ones narrow down a burst.
      this.#fill.noteTruncated(capacity, this.#forecast.rows)
      this.#correct(1.1)
    }
    const isScattered = !spread.isOldestSide && !spread.isNewestSide
    this.#scatteredCount = Math.max(-3, Math.min(6, this.#scatteredCount + (isScattered ? 1 : -1)))
    this.#truncationsInRow = isRepeated ? this.#truncationsInRow + 1 : 0
    const sampled = this.#scatteredCount > 0 && spread.crowdedSecond === null && !wasGuess ? this.#forecast : null
    const from =
      sampled === null ? narrow(interval, spread, capacity, isRepeated) : this.#addSample(interval, times, sampled)
    this.#maxInterval = { from, to: interval.to }
    this.#forecast = null
    this.#empty = { responses: 0, ms: 0 }
  }

  /** Starts a profile from the part of a truncated interval in which no rows seem to be missing. */
  #guessProfile({ from, to }: Interval, { times, newest, oldest, isOldestSide }: RowSpread): void {
    this.#profile = new ActivityProfile()
    this.#profile.note(isOldestSide ? { from, to: newest + secondMs } : { from: oldest, to }, times)
  }

  /** Returns the earliest start of the next interval with the same end. */
  #addSample({ from, to }: Interval, times: readonly number[], { rows, basis }: Forecast): number {
    const isSampled = basis === 'samples'
    const expected = Math.max(1.1 * times.length, isSampled ? 0 : rows) * 1.5 ** this.#truncationsInRow
    this.#samples.add({ from, to }, times, expected, isSampled ? null : Math.max(1, rows))
    return to - (shrinkShares[this.#truncationsInRow] ?? 0.5) * (to - from)
  }

  /** The start of the next interval: by samples of truncated responses if they reach far enough, otherwise by the profile. */
  #target(interval: Interval, capacity: number): { readonly from: number; readonly basis: Basis } {
    const sampled = this.#samples.reachBack(interval.to, capacity)
    if (sampled !== null && !sampled.isEnd) return { from: sampled.from, basis: 'samples' }
    const survey = this.#surveySize(capacity)
    const sampledRows = sampled?.rows ?? 0
    if (survey !== null && sampled !== null && sampledRows > restShare * capacity)
      return { from: sampled.from, basis: 'samples' }
    const rows = survey === null ? this.#fill.share * capacity - sampledRows : survey * capacity
    const to = survey === null ? (sampled?.from ?? interval.to) : interval.to
    if (sampled !== null && (rows < 1 || to <= interval.from)) return { from: sampled.from, basis: 'samples' }
    const from = this.#profile.reachBack({ from: interval.from, to }, Math.max(1, rows) / this.#correction)
    return { from, basis: survey !== null ? 'survey' : sampled === null ? 'profile' : 'samples' }
  }

  /** If rows occur in bursts that no profile can forecast, an intentionally truncated response shows where they are. */
  #surveySize(capacity: number): number | null {
    if (this.#isGuess || this.#scatteredCount <= 0) return null
    const gainOf = (size: number): number => surveyYield / (1 / sampledShare(size, capacity) + 1 / size)
    const best = surveySizes.reduce((a, b) => (gainOf(b) > gainOf(a) ? b : a))
    return gainOf(best) > this.#fill.gain ? best : null
  }

  #isLongEmpty(): boolean {
    return this.#empty.ms >= (this.#empty.responses >= 2 ? longEmptyMs : 2 * longEmptyMs)
  }

  #correct(factor: number): void {
    this.#correction = Math.min(4096, Math.max(1 / 64, this.#correction * factor))
  }
}

const clampSecond = (from: number, interval: Interval): number =>
  Math.max(interval.from, Math.min(ceilSecond(from), floorSecond(interval.to - 1)))
