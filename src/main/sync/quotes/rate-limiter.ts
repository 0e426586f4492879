const minuteMs = 60_000
const shortMs = 10_000
/** A short while may take this much more than its share of the minute; what was never seen, this much. */
const burstFactor = 1.5
const firstLooksFactor = 3

/** Keeps what the plan asks within its rate: in any minute, and without spending the minute at once. Times are monotonic, ms. */
export class QuotePace {
  #askedAt: number[] = []

  note(now: number): void {
    this.#askedAt.push(now)
  }

  /** How many were asked in the last minute. */
  recent(now: number): number {
    this.#askedAt = this.#askedAt.filter((at) => at > now - minuteMs)
    return this.#askedAt.length
  }

  /** How many may be asked now; some more while there is what was never seen. */
  allowance(now: number, perMinute: number, hasFirstLooks = false): number {
    const inMinute = this.recent(now)
    const inShort = this.#askedAt.filter((at) => at > now - shortMs).length
    const shortLimit = (perMinute * (hasFirstLooks ? firstLooksFactor : burstFactor) * shortMs) / minuteMs
    return Math.max(0, Math.floor(Math.min(Math.max(1, perMinute) - inMinute, Math.max(1, shortLimit) - inShort)))
  }

  /** Milliseconds until the pace may allow one more. */
  waitMs(now: number, perMinute: number): number {
    if (this.allowance(now, perMinute) > 0) return 0
    const frees = [this.#askedAt[0], this.#askedAt.find((at) => at > now - shortMs)]
    const waits = [minuteMs, shortMs].map((windowMs, i) => (frees[i] ?? now) + windowMs - now)
    return Math.max(1, Math.min(...waits))
  }
}
