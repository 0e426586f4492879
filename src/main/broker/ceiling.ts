import type { Purpose } from '../../shared/model/usage.ts'
import type { Clock } from '../clock.ts'

/** From first to last: who may go first when requests are scarce. */
export const purposes = ['cancel', 'person', 'visible', 'held', 'background'] as const satisfies readonly Purpose[]

/**
 * How far each may fill the minute, and how many of its requests may be on their way at once. What a purpose may not
 * fill stays free for those before it: however busy the background is, a person finds 40 % of the minute, and however
 * much is on screen, 5 % (ten requests of 200: an order list, a cancel and its verification, several times over). A
 * cancel finds 2 % when a person asked for all else at once.
 */
const reach: Readonly<Record<Purpose, { readonly share: number; readonly inFlight: number }>> = {
  cancel: { share: 1, inFlight: 40 },
  person: { share: 0.98, inFlight: 32 },
  visible: { share: 0.95, inFlight: 24 },
  held: { share: 0.8, inFlight: 16 },
  background: { share: 0.6, inFlight: 8 },
}

const firstHoldMs = 5_000
const longestHoldMs = 60_000
/** Each refusal takes this share of what was in use when the service refused. */
const learnShare = 0.8
/** What is won back in a minute without a refusal, as a share of the full limit. */
const recoverShare = 0.05
const leastShare = 0.1

/** How many requests a minute may have: the documented limit, or less after the service has refused some. */
export class Ceiling {
  readonly #full: number
  readonly #clock: Clock
  #learned: number
  #learnedAt: number
  #heldUntil: number
  #holdMs = firstHoldMs

  constructor(full: number, clock: Clock) {
    this.#full = full
    this.#clock = clock
    this.#learned = full
    this.#learnedAt = clock.monotonic()
    this.#heldUntil = clock.monotonic()
  }

  /** Requests allowed in any 60 s. */
  get limit(): number {
    const quietMinutes = (this.#clock.monotonic() - this.#learnedAt) / 60_000
    return Math.min(this.#full, Math.floor(this.#learned + quietMinutes * recoverShare * this.#full))
  }

  /** Milliseconds until anything may be sent again; 0 when nothing holds. */
  get holdLeftMs(): number {
    return Math.max(0, this.#heldUntil - this.#clock.monotonic())
  }

  allows(purpose: Purpose, used: number, inFlight: number): boolean {
    const { share, inFlight: most } = reach[purpose]
    return inFlight < most && used < Math.max(1, Math.round(this.limit * share))
  }

  /** The service said 429 while `used` slots were taken. Refusals of one burst count once. */
  lower(used: number): void {
    if (this.holdLeftMs > 0) return
    const now = this.#clock.monotonic()
    const quietMs = now - this.#heldUntil
    this.#holdMs =
      quietMs < longestHoldMs && this.#learned < this.#full ? Math.min(this.#holdMs * 2, longestHoldMs) : firstHoldMs
    this.#learned = Math.max(
      1,
      Math.floor(this.#full * leastShare),
      Math.floor(Math.min(this.limit, used) * learnShare),
    )
    this.#learnedAt = now
    this.#heldUntil = now + this.#holdMs
  }
}
