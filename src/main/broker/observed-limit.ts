import type { Clock } from '../time/clock.ts'

const firstHoldMs = 5_000
const longestHoldMs = 60_000
/** Each refusal takes this share of what was in use when the service refused. */
const learnShare = 0.8
/**
 * What was allowed before the refusal is tried again after this long, gently; then more and more boldly. Refusals again and
 * again at about the same use tell of a ceiling that stays: then twice as long each time, up to the longest.
 */
const shortestPlateauMinutes = 1
const longestPlateauMinutes = 8
/** Refusals at uses no further apart than this share are of one ceiling, but for the very lowest. */
const sameShare = 0.25
/** A refusal lowers nothing when this many of the last requests passed at the same use or a higher one. */
const lastRequests = 60
const scatteredAfter = 10
/** After this many requests have passed, the next refusal counts as a separate one. */
const passedAgain = 5
/** How far beyond it the limit has come after as long again, as a share of the full limit. */
const boldShare = 0.08
const minShare = 0.1

/**
 * How many requests a minute may have: the documented limit, or less after the service has refused some, as it does when
 * other programs use the same token. The limit comes back along a cubic: soon near to what was refused, long about it, and
 * fast beyond it when nothing is refused there. So a ceiling that stays costs some refusals an hour, and one that is gone
 * is found gone within half an hour; after refusals by chance all is back within minutes. (The window curve of CUBIC: Ha, Rhee and Xu, 2008.)
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
  #plateauMinutes = shortestPlateauMinutes
  /** What was in use as each of the last requests was sent. */
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
    const rise = phase < 0 ? this.#refused - this.#learned : this.#full * boldShare
    return Math.min(this.#full, Math.floor(this.#refused + rise * phase ** 3))
  }

  /** Milliseconds until anything may be sent again; 0 when nothing holds. */
  get holdLeftMs(): number {
    return Math.max(0, this.#heldUntil - this.#clock.monotonic())
  }

  /** A request is sent, and `used` slots are taken with it. */
  noteSent(used: number): void {
    this.#sent.push(used)
    this.#sentSinceRefusal++
    if (this.#sent.length > 4 * lastRequests) this.#sent = this.#sent.slice(-2 * lastRequests)
  }

  /**
   * The service said 429 while `used` slots were taken, `inFlight` of them by requests that have no response. Refusals of one
   * burst count once.
   */
  lower(used: number, inFlight: number): void {
    if (this.holdLeftMs > 0) return
    const now = this.#clock.monotonic()
    const isAgain = this.#sentSinceRefusal - inFlight < passedAgain && now - this.#heldUntil < longestHoldMs
    this.#holdMs = isAgain ? Math.min(this.#holdMs * 2, longestHoldMs) : firstHoldMs
    this.#heldUntil = now + this.#holdMs
    this.#sentSinceRefusal = 0
    if (this.#isScattered(used, inFlight)) return
    const least = Math.max(1, Math.floor(this.#full * minShare))
    const refused = Math.max(least, Math.min(this.limit, used))
    const isSame = refused > 2 * least && Math.abs(refused - this.#refused) <= sameShare * this.#refused
    this.#plateauMinutes = isSame ? Math.min(longestPlateauMinutes, 2 * this.#plateauMinutes) : shortestPlateauMinutes
    this.#refused = refused
    this.#learned = Math.max(least, Math.floor(this.#refused * learnShare))
    this.#learnedAt = now
  }

  /** A full minute refuses whoever comes; where others of as high a use passed just before, it was not full. */
  #isScattered(used: number, inFlight: number): boolean {
    const answered = this.#sent.slice(0, Math.max(0, this.#sent.length - inFlight)).slice(-lastRequests)
    return answered.filter((level) => level >= used).length >= scatteredAfter
  }
}
