import { hourMs, minuteMs, secondMs } from '#shared/durations.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { Clock } from '../time/clock.ts'

/** Why no session is opened now. */
export interface HoldState {
  readonly reason: 'secret-refused' | 'no-keychain'
  /** Failures in a row. */
  readonly times: number
  /** When the next attempt is allowed, UTC ms. */
  readonly nextTryAt: number
}

/**
 * The pauses after each failure in a row; the last pause repeats. A service may refuse a valid secret for a while, so a
 * refused secret is tried again, but rarely. With a locked keyring each attempt may open a window that asks for a
 * password.
 */
const pausesMs: Readonly<Record<HoldState['reason'], readonly number[]>> = {
  'secret-refused': [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs],
  'no-keychain': [15 * secondMs, 30 * secondMs, minuteMs, 2 * minuteMs, 5 * minuteMs, 15 * minuteMs],
}
/** Each pause is longer or shorter by at most this share, so that many computers do not reconnect at the same time. */
const jitter = 0.1

/** The pause between attempts to open a session after the secret was refused or could not be read; all callers share it. */
export class SessionHold {
  readonly #clock: Clock
  readonly #random: () => number
  readonly #onChange: () => void
  #held: { readonly error: AppError; readonly reason: HoldState['reason']; readonly times: number } | null = null
  /** Monotonic ms. */
  #until = -Infinity

  constructor(clock: Clock, random: () => number, onChange: () => void) {
    this.#clock = clock
    this.#random = random
    this.#onChange = onChange
  }

  get state(): HoldState | null {
    if (this.#held === null) return null
    const { reason, times } = this.#held
    return { reason, times, nextTryAt: Math.ceil(this.#clock.now() + this.leftMs) }
  }

  /** Milliseconds until the next attempt is allowed; 0 if it is allowed now. */
  get leftMs(): number {
    return Math.max(0, this.#until - this.#clock.monotonic())
  }

  /** Throws the last failure while the pause lasts. */
  assertOver(): void {
    if (this.#held !== null && this.leftMs > 0) throw this.#held.error
  }

  /** Records a failed attempt. A failure of another kind starts no pause. */
  note(error: unknown): void {
    if (!(error instanceof AppError) || !isReason(error.code)) return
    const times = this.#held?.reason === error.code ? this.#held.times + 1 : 1
    const pauses = pausesMs[error.code]
    const pauseMs = pauses[Math.min(times, pauses.length) - 1] ?? 0
    this.#held = { error, reason: error.code, times }
    this.#until = this.#clock.monotonic() + pauseMs * (1 - jitter + 2 * jitter * this.#random())
    this.#onChange()
  }

  /** Allows the next attempt at once. If it fails, the pauses continue to grow. */
  end(): void {
    this.#until = -Infinity
  }

  /** Forgets all failures. Call it when a session is open or the secret has changed. */
  clear(): void {
    const wasHeld = this.#held !== null
    this.#held = null
    this.#until = -Infinity
    if (wasHeld) this.#onChange()
  }
}

const isReason = (code: ErrorCode): code is HoldState['reason'] => code === 'secret-refused' || code === 'no-keychain'
