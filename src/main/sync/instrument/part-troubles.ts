import { minuteMs } from '../../../shared/durations.ts'
import { isOfConnection, type AppError } from '../../../shared/errors.ts'
import type { Clock } from '../../time/clock.ts'
import { backOffMs } from '../scheduler/back-off.ts'
import { idOf, type PartRequest } from './part-request.ts'

/** What the service does not know it will not know a moment later. */
const refusedMs = 10 * minuteMs
const longestMs = 5 * minuteMs
/** More than any screens of a day: the oldest are forgotten. */
const maxKept = 1_000

interface Trouble {
  readonly failures: number
  readonly problem: string
  readonly isRefused: boolean
  /** UTC ms before which it is not asked again. */
  readonly until: number
}

/** Why parts could not be read, in words, and how long each is left alone. */
export class PartTroubles {
  readonly #clock: Clock
  readonly #random: () => number
  readonly #troubles = new Map<string, Trouble>()

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock
    this.#random = random
  }

  /** `isKnown`: it was read before, and what was read is still shown. */
  note(request: PartRequest, error: AppError, isKnown: boolean): void {
    const id = idOf(request)
    const failures = (this.#troubles.get(id)?.failures ?? 0) + 1
    const isRefused = error.code === 'not-found' || error.code === 'invalid'
    // Without a connection nothing is asked anyway: with it, nothing is to wait.
    const isConnections = isOfConnection(error.code)
    const waitMs = isRefused ? refusedMs : isConnections ? 0 : backOffMs(failures, this.#random, longestMs)
    this.#troubles.delete(id)
    this.#troubles.set(id, {
      failures,
      isRefused,
      problem: isRefused && isKnown ? `Shown is what was read before. ${error.message}` : error.message,
      until: this.#clock.now() + waitMs,
    })
    const oldest = this.#troubles.size > maxKept ? this.#troubles.keys().next().value : undefined
    if (oldest !== undefined) this.#troubles.delete(oldest)
  }

  clear(id: string): void {
    this.#troubles.delete(id)
  }

  problemOf(id: string): string | null {
    return this.#troubles.get(id)?.problem ?? null
  }

  /** UTC ms before which a part is left alone; `-Infinity` where nothing is wrong. A clock set back holds nothing up for longer than the pause. */
  until(id: string): number {
    const until = this.#troubles.get(id)?.until ?? -Infinity
    return until - this.#clock.now() > refusedMs ? -Infinity : until
  }

  hasFailed(id: string): boolean {
    return this.#troubles.has(id)
  }

  /** The service does not know it, or does not take the question. */
  isRefused(id: string): boolean {
    return this.#troubles.get(id)?.isRefused ?? false
  }
}
