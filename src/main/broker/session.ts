import { minuteMs, secondMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { SessionDetails } from '#shared/model/app/connection.ts'
import type { Purpose } from '#shared/model/app/usage.ts'
import type { Clock } from '../time/clock.ts'
import { sharedAbort, waitFor } from './abortable-wait.ts'
import type { SessionHold } from './session-hold.ts'

/** How a session is opened: secret → token → the rights of the token. */
interface SessionPort {
  /** The secret; `null` without one. */
  readSecret(): Promise<string | null>
  open(secret: string, purpose: Purpose, signal: AbortSignal): Promise<{ readonly token: string }>
  read(token: string, purpose: Purpose, signal: AbortSignal): Promise<SessionDetails>
}

interface Opened {
  readonly token: string
  readonly details: SessionDetails
  readonly lifeMs: number
  readonly openedAt: number
  readonly openedAtMonotonic: number
}

/** The life of a token when the service does not state it. */
const unknownLifeMs = 10 * minuteMs
/** The time between a failed renewal and the next attempt. Until then the old token is used. */
const renewAgainMs = 15 * secondMs
/** After a token was replaced, the next refused token is not replaced within this time. */
const replaceAgainMs = minuteMs

const noSecret = (): string => m.errors_there_is_no_secret_for_this_connection()

/**
 * Keeps the token, in memory only, and renews it. There is one renewal at a time for all callers, and none during the
 * hold after a refused or unreadable secret.
 */
export class Session {
  readonly #port: SessionPort
  readonly #clock: Clock
  readonly #hold: SessionHold
  #opened: Opened | null = null
  #renewal: Promise<Opened> | null = null
  #lifetime = sharedAbort()
  #isRefused = false
  #notBefore = -Infinity
  #replacedAt = -Infinity

  constructor(port: SessionPort, clock: Clock, hold: SessionHold) {
    this.#port = port
    this.#clock = clock
    this.#hold = hold
  }

  get details(): SessionDetails | null {
    return this.#opened?.details ?? null
  }

  /** The current token; `null` without one. */
  get token(): string | null {
    return this.#opened?.token ?? null
  }

  /**
   * Returns a token that should be valid. Waits only if there is none: a token that expires soon is renewed in the
   * background.
   */
  async provideToken(signal: AbortSignal): Promise<string> {
    const opened = this.#opened
    // All requests wait for the first token, including the user's requests. So it has their priority.
    if (opened === null || this.#isRefused) return (await this.#renewOnce('user', signal)).token
    const age = ageMs(opened, this.#clock)
    if (age >= opened.lifeMs) return (await this.#renewOnce('user', signal)).token
    if (age >= renewalAgeMs(opened.lifeMs) && this.#clock.monotonic() >= this.#notBefore) {
      this.#notBefore = this.#clock.monotonic() + renewAgainMs
      // A failure is reported as the outcome of the request. Callers get it only after the token has expired.
      this.#startRenewal('user').catch(() => undefined)
    }
    return opened.token
  }

  /**
   * Returns a new token in place of a refused one. Several callers may report the same refused token; it is replaced
   * once. Throws `unavailable` if the refused token is itself a recent replacement: another one would be refused too.
   */
  async replaceToken(refused: string, signal: AbortSignal): Promise<string> {
    if (this.#opened !== null && this.#opened.token !== refused) return this.#opened.token
    if (this.#clock.monotonic() < this.#replacedAt + replaceAgainMs) throw freshTokenRefused()
    this.#isRefused = true
    const { token } = await this.#renewOnce('user', signal)
    this.#replacedAt = this.#clock.monotonic()
    return token
  }

  /**
   * Opens a new session, or waits for the one that is being opened. Throws `signed-out` without a secret,
   * `secret-refused` if the service refuses it, and `no-keychain` if it cannot be read.
   */
  async renew(purpose: Purpose, signal: AbortSignal): Promise<SessionDetails> {
    const isNeeded = this.#opened === null || this.#isRefused
    return (await this.#renewOnce(isNeeded ? 'user' : purpose, signal)).details
  }

  /** Discards the token and aborts a renewal in progress. */
  forget(): void {
    this.#lifetime.abort()
    this.#lifetime = sharedAbort()
    this.#opened = null
    this.#renewal = null
    this.#isRefused = false
    this.#notBefore = -Infinity
    this.#replacedAt = -Infinity
    this.#hold.clear()
  }

  #renewOnce(purpose: Purpose, signal: AbortSignal): Promise<Opened> {
    // An aborted caller does not abort the renewal: other callers may wait for it.
    return waitFor(this.#startRenewal(purpose), signal)
  }

  #startRenewal(purpose: Purpose): Promise<Opened> {
    if (this.#renewal !== null) return this.#renewal
    const renewal = this.#openUnlessHeld(purpose, this.#lifetime.signal).finally(() => {
      if (this.#renewal === renewal) this.#renewal = null
    })
    this.#renewal = renewal
    return renewal
  }

  async #openUnlessHeld(purpose: Purpose, signal: AbortSignal): Promise<Opened> {
    this.#hold.assertOver()
    try {
      const opened = await this.#open(purpose, signal)
      this.#hold.clear()
      return opened
    } catch (error) {
      // The failure of a discarded session says nothing about the current secret.
      if (!signal.aborted) this.#hold.note(error)
      throw error
    }
  }

  async #open(purpose: Purpose, signal: AbortSignal): Promise<Opened> {
    const secret = (await this.#port.readSecret())?.trim() ?? ''
    if (secret === '') throw new AppError('signed-out', noSecret())
    const openedAt = this.#clock.now()
    const openedAtMonotonic = this.#clock.monotonic()
    const { token } = await this.#port.open(secret, purpose, signal)
    const details = await this.#port.read(token, purpose, signal)
    if (signal.aborted) throw new AppError('cancelled', m.errors_session_closed_while_opened)
    this.#isRefused = false
    this.#opened = { token, details, lifeMs: lifeOf(details, openedAt), openedAt, openedAtMonotonic }
    return this.#opened
  }
}

const freshTokenRefused = (): AppError => new AppError('unavailable', m.errors_the_service_opens_a_session_and_then)

/**
 * The life of a token in ms. It is measured with the service's clock if the service states both times: the clock of
 * this computer may be wrong.
 */
function lifeOf({ createdAt, expiresAt }: SessionDetails, now: number): number {
  if (expiresAt === null) return unknownLifeMs
  const lifeMs = expiresAt - (createdAt ?? now)
  return lifeMs > 0 ? lifeMs : unknownLifeMs
}

/** When to renew: at 80 % of the life or a minute before its end, whichever is first, but not before half of it. */
const renewalAgeMs = (lifeMs: number): number => Math.max(lifeMs * 0.5, Math.min(lifeMs * 0.8, lifeMs - minuteMs))

/** The larger of two ages: the monotonic clock may stop while the computer sleeps, the wall clock may be set back. */
const ageMs = (opened: Opened, clock: Clock): number =>
  Math.max(clock.now() - opened.openedAt, clock.monotonic() - opened.openedAtMonotonic)
