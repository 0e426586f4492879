import type { Clock } from '../clock.ts'

const windowMs = 60_000

/** Admits so many requests in any sliding minute. What it refuses does not count. */
export class RateLimit {
  readonly limit: number
  readonly #clock: Clock
  #admitted: number[] = []

  constructor(clock: Clock, limit: number) {
    this.#clock = clock
    this.limit = limit
  }

  admit(): boolean {
    if (this.remaining() === 0) return false
    this.#admitted.push(this.#clock.monotonic())
    return true
  }

  remaining(): number {
    const now = this.#clock.monotonic()
    this.#admitted = this.#admitted.filter((at) => at > now - windowMs)
    return Math.max(0, this.limit - this.#admitted.length)
  }

  /** Wall-clock time when the minute is empty again, if nothing more is sent. */
  resetAt(): number {
    const latest = this.#admitted.at(-1)
    return this.#clock.now() + (latest === undefined ? 0 : latest + windowMs - this.#clock.monotonic())
  }
}
