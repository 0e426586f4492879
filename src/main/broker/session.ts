import { AppError } from '../../shared/errors.ts'
import type { SessionDetails } from '../../shared/model/session.ts'
import type { Purpose } from '../../shared/model/usage.ts'
import type { Clock } from '../clock.ts'
import { waitFor } from './wait.ts'

/** How a session is opened: secret → token → what the token is good for. */
interface SessionPort {
  /** The secret, or null where none is kept. */
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

const unknownLifeMs = 10 * 60_000
/** After a renewal ahead of time failed, the token that still works is used for this long before the next try. */
const renewAgainMs = 15_000

const noSecret = 'No secret is kept for this connection. Connect again under Settings → Connection.'

/** Keeps the token, in memory alone, and renews it: one renewal at a time, whoever asks. */
export class Session {
  readonly #port: SessionPort
  readonly #clock: Clock
  #opened: Opened | null = null
  #renewal: Promise<Opened> | null = null
  #lifetime = new AbortController()
  #isRefused = false
  #notBefore = -Infinity

  constructor(port: SessionPort, clock: Clock) {
    this.#port = port
    this.#clock = clock
  }

  get details(): SessionDetails | null {
    return this.#opened?.details ?? null
  }

  /** The token as it stands, if there is one. */
  get token(): string | null {
    return this.#opened?.token ?? null
  }

  /** A token that should work. Waits only where there is none: a token near its end is renewed meanwhile. */
  async provideToken(signal: AbortSignal): Promise<string> {
    const opened = this.#opened
    // Everyone waits for the first token, a person too, so it goes first.
    if (opened === null || this.#isRefused) return (await this.#renewOnce('person', signal)).token
    const age = ageMs(opened, this.#clock)
    if (age >= opened.lifeMs) return (await this.#renewOnce('person', signal)).token
    if (age >= renewalAgeMs(opened.lifeMs) && this.#clock.monotonic() >= this.#notBefore) {
      this.#notBefore = this.#clock.monotonic() + renewAgainMs
      // Its failure is told with the attempt's outcome, and thrown to those who ask once the token has ended.
      this.#startRenewal('person').catch(() => undefined)
    }
    return opened.token
  }

  /** Replaces a token that was refused; one that is already replaced costs nothing. */
  async replaceToken(refused: string, signal: AbortSignal): Promise<string> {
    if (this.#opened !== null && this.#opened.token !== refused) return this.#opened.token
    this.#isRefused = true
    return (await this.#renewOnce('person', signal)).token
  }

  /** Opens a new session, or joins the one being opened. Throws `signed-out` without a secret that the service accepts. */
  async renew(purpose: Purpose, signal: AbortSignal): Promise<SessionDetails> {
    const isNeeded = this.#opened === null || this.#isRefused
    return (await this.#renewOnce(isNeeded ? 'person' : purpose, signal)).details
  }

  /** Drops the token; a renewal on its way is given up. */
  forget(): void {
    this.#lifetime.abort()
    this.#lifetime = new AbortController()
    this.#opened = null
    this.#renewal = null
    this.#isRefused = false
    this.#notBefore = -Infinity
  }

  #renewOnce(purpose: Purpose, signal: AbortSignal): Promise<Opened> {
    // Who goes away leaves the renewal to the others.
    return waitFor(this.#startRenewal(purpose), signal)
  }

  #startRenewal(purpose: Purpose): Promise<Opened> {
    if (this.#renewal !== null) return this.#renewal
    const renewal = this.#open(purpose, this.#lifetime.signal).finally(() => {
      if (this.#renewal === renewal) this.#renewal = null
    })
    this.#renewal = renewal
    return renewal
  }

  async #open(purpose: Purpose, signal: AbortSignal): Promise<Opened> {
    const secret = (await this.#port.readSecret())?.trim() ?? ''
    if (secret === '') throw new AppError('signed-out', noSecret)
    const openedAt = this.#clock.now()
    const openedAtMonotonic = this.#clock.monotonic()
    const { token } = await this.#port.open(secret, purpose, signal)
    const details = await this.#port.read(token, purpose, signal)
    if (signal.aborted) throw new AppError('cancelled', 'The session was closed while it was being opened')
    this.#isRefused = false
    this.#opened = { token, details, lifeMs: lifeOf(details, openedAt), openedAt, openedAtMonotonic }
    return this.#opened
  }
}

/** By the service's own clock where it tells both ends: ours may be wrong by more than a token lives. */
function lifeOf({ createdAt, expiresAt }: SessionDetails, now: number): number {
  if (expiresAt === null) return unknownLifeMs
  const lifeMs = expiresAt - (createdAt ?? now)
  return lifeMs > 0 ? lifeMs : unknownLifeMs
}

/** At 80 % of its life or a minute before its end, whichever is first, but not before half of a short one. */
const renewalAgeMs = (lifeMs: number): number => Math.max(lifeMs * 0.5, Math.min(lifeMs * 0.8, lifeMs - 60_000))

/** The longer of two: the monotonic clock may stand still while the computer sleeps, the wall clock may be set back. */
const ageMs = (opened: Opened, clock: Clock): number =>
  Math.max(clock.now() - opened.openedAt, clock.monotonic() - opened.openedAtMonotonic)
