import type { Clock } from '../../time/clock.ts'

const firstHoldMs = 5_000
const longestHoldMs = 60_000
/** After a refusal the limit is this share of the usage at the refusal. */
const learnShare = 0.8
/**
 * The limit returns to the refused usage in this time. Repeated refusals at about the same usage indicate a permanent
 * ceiling: then the time doubles after each refusal, up to the longest time.
 */
const shortestPlateauMinutes = 1
const longestPlateauMinutes = 8
/**
 * Refusals belong to the same ceiling if their usages differ by at most this share. The very lowest limits are an
 * exception.
 */
const sameShare = 0.25
/** A refusal does not lower the limit if `scatteredAfter` of the last requests were accepted at the same or a higher usage. */
const lastRequests = 60
const scatteredAfter = 10
/** A refusal after this number of accepted requests is separate from the previous one. */
const separateAfter = 5
/** How far the limit rises beyond the refused usage during the next plateau time, as a share of the full limit. */
const probeShare = 0.08
const minShare = 0.1

/**
 * The number of requests allowed in a minute: the documented limit, or less after the service has refused requests, for
 * example because other programs use the same token. The limit recovers along a cubic curve: fast while it is far below
 * the refused usage, slowly near it, and fast again beyond it if nothing is refused. With a permanent ceiling the
 * service refuses a few requests per hour. After the end of a ceiling the full limit returns within half an hour, and
 * after random refusals within minutes. Source: the window curve of CUBIC (Ha, Rhee and Xu, 2008).
 */
export class LimitAfterRefusal {
  readonly #full: number
  readonly #clock: Clock
  #learned: number
  /** The usage at the last refusal. */
  #refused: number
  #learnedAt: number
  #heldUntil: number
  #holdMs = firstHoldMs
  #plateauMinutes = shortestPlateauMinutes
  /** The usage when each of the last requests was sent. */
  #sent: number[] = []
  #sentSinceRefusal = Infinity

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
    const phase = (this.#clock.monotonic() - this.#learnedAt) / 60_000 / this.#plateauMinutes - 1
    const rise = phase < 0 ? this.#refused - this.#learned : this.#full * probeShare
    return Math.min(this.#full, Math.floor(this.#refused + rise * phase ** 3))
  }

  /** Milliseconds until requests may be sent again; 0 without a hold. */
  get holdLeftMs(): number {
    return Math.max(0, this.#heldUntil - this.#clock.monotonic())
  }

  /** Records that a request is sent. `used`: the taken slots, including its own. */
  noteSent(used: number): void {
    this.#sent.push(used)
    this.#sentSinceRefusal++
    if (this.#sent.length > 4 * lastRequests) this.#sent = this.#sent.slice(-2 * lastRequests)
  }

  /**
   * Lowers the limit after a 429 response. `used`: the taken slots; `inFlight`: those of requests without a response.
   * Refusals during a hold count as one.
   */
  lower(used: number, inFlight: number): void {
    if (this.holdLeftMs > 0) return
    const now = this.#clock.monotonic()
    const isRepeated = this.#sentSinceRefusal - inFlight < separateAfter && now - this.#heldUntil < longestHoldMs
    this.#holdMs = isRepeated ? Math.min(this.#holdMs * 2, longestHoldMs) : firstHoldMs
    this.#heldUntil = now + this.#holdMs
    this.#sentSinceRefusal = 0
    if (this.#isScattered(used, inFlight)) return
    const minLimit = Math.max(1, Math.floor(this.#full * minShare))
    const refused = Math.max(minLimit, Math.min(this.limit, used))
    const isSame = refused > 2 * minLimit && Math.abs(refused - this.#refused) <= sameShare * this.#refused
    this.#plateauMinutes = isSame ? Math.min(longestPlateauMinutes, 2 * this.#plateauMinutes) : shortestPlateauMinutes
    this.#refused = refused
    this.#learned = Math.max(minLimit, Math.floor(this.#refused * learnShare))
    this.#learnedAt = now
  }

  /**
   * Whether the refusal is random: the limit was not reached if requests at the same or a higher usage were accepted
   * just before.
   */
  #isScattered(used: number, inFlight: number): boolean {
    const completed = this.#sent.slice(0, Math.max(0, this.#sent.length - inFlight)).slice(-lastRequests)
    return completed.filter((level) => level >= used).length >= scatteredAfter
  }
}
