import { minuteMs } from '../../../shared/durations.ts'
import { isOfConnection, type AppError } from '../../../shared/errors.ts'
import type { Clock } from '../../time/clock.ts'
import { backOffMs } from '../scheduler/failures.ts'
import { idOf, type PartRequest } from './part-request.ts'

/** The pause after a refusal: the service will not know the instrument a moment later either. */
const refusedMs = 10 * minuteMs
const longestMs = 5 * minuteMs
/** More entries than a day of use creates; the oldest are dropped. */
const maxKept = 1_000

interface Trouble {
  readonly failures: number
  readonly problem: string
  readonly isRefused: boolean
  /** UTC ms before which the part is not requested again. */
  readonly until: number
}

/** Why parts could not be read, and until when each is not requested again. */
export class PartTroubles {
  readonly #clock: Clock
  readonly #random: () => number
  readonly #troubles = new Map<string, Trouble>()

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock
    this.#random = random
  }

  /** `isKnown`: an earlier reading of the part is still shown. */
  note(request: PartRequest, error: AppError, isKnown: boolean): void {
    const id = idOf(request)
    const failures = (this.#troubles.get(id)?.failures ?? 0) + 1
    const isRefused = error.code === 'not-found' || error.code === 'invalid'
    // Without a connection nothing is requested anyway. Once it is back, the part must not wait.
    const isConnectionError = isOfConnection(error.code)
    const waitMs = isRefused ? refusedMs : isConnectionError ? 0 : backOffMs(failures, this.#random, longestMs)
    this.#troubles.delete(id)
    this.#troubles.set(id, {
      failures,
      isRefused,
      problem: isRefused && isKnown ? `Showing an earlier reading. ${error.message}` : error.message,
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

  /** UTC ms before which a part is not requested; `-Infinity` if there is no problem. A clock that was set back does not extend the pause. */
  until(id: string): number {
    const until = this.#troubles.get(id)?.until ?? -Infinity
    return until - this.#clock.now() > refusedMs ? -Infinity : until
  }

  hasFailed(id: string): boolean {
    return this.#troubles.has(id)
  }

  /** Whether the service does not know the instrument or refused the request. */
  isRefused(id: string): boolean {
    return this.#troubles.get(id)?.isRefused ?? false
  }
}
