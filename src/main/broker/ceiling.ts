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
/** What was allowed before the refusal is tried again after this long, gently; then more and more boldly. */
const plateauMinutes = 8
/** How far beyond it the limit has come after as long again, as a share of the full limit. */
const boldShare = 0.08
const leastShare = 0.1

/**
 * How many requests a minute may have: the documented limit, or less after the service has refused some, as it does when
 * other programs use the same token. The limit comes back along a cubic: soon near to what was refused, long about it, and
 * fast beyond it when nothing is refused there. So a ceiling that stays costs some refusals an hour, and one that is gone
 * is found gone within half an hour. (The window curve of CUBIC: Ha, Rhee and Xu, 2008.)
 */
export class Ceiling {
  readonly #full: number
  readonly #clock: Clock
  #learned: number
  /** What was in use when the service refused. */
  #refused: number
  #learnedAt: number
  #heldUntil: number
  #holdMs = firstHoldMs

  constructor(full: number, clock: Clock) {
    this.#full = full
    this.#clock = clock
    this.#learned = full
    this.#refused = full
    this.#learnedAt = clock.monotonic()
    this.#heldUntil = clock.monotonic()
  }

  /** Requests allowed in any 60 s while the service refuses nothing. */
  get full(): number {
    return this.#full
  }

  /** Requests allowed in any 60 s. */
  get limit(): number {
    const turn = (this.#clock.monotonic() - this.#learnedAt) / 60_000 / plateauMinutes - 1
    const rise = turn < 0 ? this.#refused - this.#learned : this.#full * boldShare
    return Math.min(this.#full, Math.floor(this.#refused + rise * turn ** 3))
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
    const least = Math.max(1, Math.floor(this.#full * leastShare))
    this.#refused = Math.max(least, Math.min(this.limit, used))
    this.#learned = Math.max(least, Math.floor(this.#refused * learnShare))
    this.#learnedAt = now
    this.#heldUntil = now + this.#holdMs
  }
}
