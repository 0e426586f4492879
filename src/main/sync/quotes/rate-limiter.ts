const minuteMs = 60_000
const shortMs = 10_000
/** `shortMs` may use this multiple of its share of the minute; more while there are prices that were never requested. */
const burstFactor = 1.5
const firstRequestsFactor = 3

/** Keeps the requests of the plan within its rate: in any minute, and without using the whole minute at once. Times are monotonic ms. */
export class QuotePace {
  #requestedAt: number[] = []

  note(now: number): void {
    this.#requestedAt.push(now)
  }

  /** The number of requests in the last minute. */
  recent(now: number): number {
    this.#requestedAt = this.#requestedAt.filter((at) => at > now - minuteMs)
    return this.#requestedAt.length
  }

  /** The number of requests allowed now; more while there are prices that were never requested. */
  allowance(now: number, perMinute: number, hasFirstRequests = false): number {
    const inMinute = this.recent(now)
    const inShort = this.#requestedAt.filter((at) => at > now - shortMs).length
    const shortLimit = (perMinute * (hasFirstRequests ? firstRequestsFactor : burstFactor) * shortMs) / minuteMs
    return Math.max(0, Math.floor(Math.min(Math.max(1, perMinute) - inMinute, Math.max(1, shortLimit) - inShort)))
  }

  /** Milliseconds until one more request may be allowed. */
  waitMs(now: number, perMinute: number): number {
    if (this.allowance(now, perMinute) > 0) return 0
    const frees = [this.#requestedAt[0], this.#requestedAt.find((at) => at > now - shortMs)]
    const waits = [minuteMs, shortMs].map((windowMs, i) => (frees[i] ?? now) + windowMs - now)
    return Math.max(1, Math.min(...waits))
  }
}
