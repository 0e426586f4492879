import { minuteMs } from '#shared/durations.ts'
import type { Clock } from '../../time/clock.ts'
import { isRefusal } from '../scheduler/job.ts'

/** The pause for an account that the service refuses. */
const refusedPauseMs = 2 * minuteMs
/** An account whose request failed is read after the others for this time. */
const troubledMs = minuteMs

/** The accounts whose last request failed. They must not block the others. */
export class AccountTroubles {
  readonly #clock: Clock
  /** Monotonic ms. */
  readonly #refusedUntil = new Map<string, number>()
  readonly #troubledUntil = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note(accountId: string, error: unknown): void {
    const now = this.#clock.monotonic()
    this.#troubledUntil.set(accountId, now + troubledMs)
    if (isRefusal(error)) this.#refusedUntil.set(accountId, now + refusedPauseMs)
  }

  /** Whether the account is not to be read now. */
  isRefused(accountId: string): boolean {
    return this.#clock.monotonic() < (this.#refusedUntil.get(accountId) ?? -Infinity)
  }

  /** Whether the other accounts are to be read first. */
  isTroubled(accountId: string): boolean {
    return this.#clock.monotonic() < (this.#troubledUntil.get(accountId) ?? -Infinity)
  }
}
