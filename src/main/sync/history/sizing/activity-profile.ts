import type { Interval } from '#main/cache/history/coverage.ts'
import { dayMs, hourMs } from '#shared/durations.ts'

const weekMs = 7 * dayMs
/** The weight of older rows falls to about a third after this much history. */
const memoryMs = 28 * dayMs
/** The weight of the average in an hour with few data. */
const priorMs = hourMs / 4
const binCount = 48

/**
 * The expected number of rows in each hour of a working day or a weekend, learned from the intervals read. Hours are
 * UTC.
 */
export class ActivityProfile {
  readonly #rows = new Float64Array(binCount)
  readonly #ms = new Float64Array(binCount)
  #totalRows = 0
  #totalMs = 0

  /** Learns from an interval that was read. `times`: the times of its rows, UTC ms. */
  note(interval: Interval, times: readonly number[]): void {
    const widthMs = interval.to - interval.from
    this.#forget(Math.exp(-widthMs / Math.max(memoryMs, 8 * widthMs)))
    for (const { bin, ms } of spread(interval)) this.#ms[bin] = (this.#ms[bin] ?? 0) + ms
    for (const at of times) this.#rows[binOf(at)] = (this.#rows[binOf(at)] ?? 0) + 1
    this.#totalMs += widthMs
    this.#totalRows += times.length
  }

  /** The expected number of rows in an interval. */
  forecast(interval: Interval): number {
    let rows = 0
    for (const { bin, ms } of spread(interval)) rows += this.#rate(bin) * ms
    return rows
  }

  /**
   * The time (UTC ms) from which `rows` rows are expected until the interval's end; the interval's start if fewer are
   * expected.
   */
  reachBack(interval: Interval, rows: number): number {
    if (this.#totalRows === 0) return interval.from
    const perWeek = this.forecast({ from: 0, to: weekMs })
    const wholeWeeks = Math.max(0, Math.floor(rows / perWeek) - 1)
    const to = interval.to - wholeWeeks * weekMs
    const from = Math.max(interval.from, to - 3 * weekMs)
    let remaining = rows - wholeWeeks * perWeek
    for (const hour of hoursBack({ from, to })) {
      const hourRows = this.#rate(hour.bin) * hour.ms
      if (hourRows >= remaining) return hour.from + hour.ms * (1 - remaining / hourRows)
      remaining -= hourRows
    }
    return from
  }

  /** Rows per ms. */
  #rate(bin: number): number {
    const average = this.#totalMs === 0 ? 0 : this.#totalRows / this.#totalMs
    return ((this.#rows[bin] ?? 0) + priorMs * average) / ((this.#ms[bin] ?? 0) + priorMs)
  }

  #forget(share: number): void {
    for (let bin = 0; bin < binCount; bin++) {
      this.#rows[bin] = (this.#rows[bin] ?? 0) * share
      this.#ms[bin] = (this.#ms[bin] ?? 0) * share
    }
    this.#totalRows *= share
    this.#totalMs *= share
  }
}

/** The bin of a time. 1970-01-01 was a Thursday, so the second and third day after it are a weekend. */
function binOf(at: number): number {
  const day = (((Math.floor(at / dayMs) + 4) % 7) + 7) % 7
  const hour = Math.floor((((at % dayMs) + dayMs) % dayMs) / hourMs)
  return hour + (day === 0 || day === 6 ? 24 : 0)
}

interface Hour {
  readonly bin: number
  readonly from: number
  readonly ms: number
}

/** The hours of an interval, newest first. */
function* hoursBack({ from, to }: Interval): Generator<Hour> {
  for (let end = to; end > from;) {
    const start = Math.max(from, Math.ceil(end / hourMs - 1) * hourMs)
    yield { bin: binOf(start), from: start, ms: end - start }
    end = start
  }
}

/** The time of an interval by bin; whole weeks are counted at once. */
function* spread({ from, to }: Interval): Generator<Pick<Hour, 'bin' | 'ms'>> {
  const weeks = Math.max(0, Math.floor((to - from) / weekMs))
  for (let bin = 0; weeks > 0 && bin < binCount; bin++) yield { bin, ms: weeks * hourMs * (bin < 24 ? 5 : 2) }
  yield* hoursBack({ from, to: to - weeks * weekMs })
}
