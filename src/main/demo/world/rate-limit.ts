import { minuteMs } from '../../../shared/durations.ts'
import type { Clock } from '../../time/clock.ts'

const windowMs = minuteMs

/** Admits at most `limit` requests in any sliding minute. Refused requests do not count. */
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

  /** UTC ms when the whole limit is available again, if nothing more is sent. */
  resetAt(): number {
    const latest = this.#admitted.at(-1)
    return this.#clock.now() + (latest === undefined ? 0 : latest + windowMs - this.#clock.monotonic())
  }
}
