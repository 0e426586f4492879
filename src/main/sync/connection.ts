import type { AppError, ErrorCode } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { ConnectionState } from '#shared/model/app/connection.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import type { Clock } from '../time/clock.ts'
import type { JobOutcome } from './scheduler/job-runner.ts'
import type { JobName } from './scheduler/job.ts'

/** Windows are notified of new responses at most this often. */
const notifyEveryMs = 3_000

type Phase = ConnectionState['phase']

/** The failures of these jobs show that the connection has a problem. Failures of other jobs only appear on the health screen. */
const connectionJobs: readonly JobName[] = ['session', 'accounts']

/** Errors that determine the phase at once, whichever job fails with them. */
const conclusivePhases: Readonly<Partial<Record<ErrorCode, Phase>>> = {
  offline: 'offline',
  'bad-certificate': 'untrusted',
  'signed-out': 'signed-out',
}
/** Errors of the session, whichever job fails with them: they last until the session is renewed. */
const sessionPhases: Readonly<Partial<Record<ErrorCode, Phase>>> = {
  'secret-refused': 'refused',
  'no-keychain': 'trouble',
}

interface Trouble {
  readonly phase: Phase
  readonly error: AppError
}

/** Derives the state of the connection from the responses of the service. */
export class Connection {
  readonly #clock: Clock
  readonly #onChange: () => void
  #phase: Phase = 'starting'
  #since: number
  #lastResponseAt: number | null = null
  #notifiedAt: number | null = null
  /** Written in the current language. */
  #message: (() => string) | null = null
  /** The problems of the connection jobs, by job. */
  readonly #troubles = new Map<JobName, Trouble>()

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock
    this.#onChange = onChange
    this.#since = clock.now()
  }

  get state(): Pick<ConnectionState, 'phase' | 'since' | 'lastResponseAt' | 'message'> {
    return {
      phase: this.#phase,
      since: this.#since,
      lastResponseAt: this.#lastResponseAt,
      message: this.#message?.() ?? null,
    }
  }

  /**
   * Records a successful response to any request. Windows are notified every few seconds, because they show its age.
   */
  noteResponse(at: number): void {
    this.#lastResponseAt = at
    if (this.#notifiedAt !== null && Math.abs(at - this.#notifiedAt) < notifyEveryMs) return
    this.#notifiedAt = at
    this.#onChange()
  }

  noteOutcome({ job, error }: JobOutcome): void {
    if (error === null) return this.#noteSuccess(job.name)
    const { code } = error
    const phase = conclusivePhases[code]
    if (phase !== undefined) return this.#enter(phase, () => errorText(error))
    const sessionPhase = sessionPhases[code]
    if (sessionPhase !== undefined) this.#troubles.set('session', { phase: sessionPhase, error })
    else if (!connectionJobs.includes(job.name) || code === 'cancelled') return
    else this.#troubles.set(job.name, { phase: 'trouble', error })
    this.#enterTrouble()
  }

  /** The user paused or resumed the monitor. */
  pause(paused: boolean): void {
    this.#troubles.clear()
    this.#enter(paused ? 'paused' : 'starting', null)
  }

  /** The clock was set by `byMs`. Earlier times are moved to the new clock. After a jump ahead they stay: the computer may have slept. */
  noteClock(byMs: number): void {
    if (byMs >= 0) return
    this.#since += byMs
    if (this.#lastResponseAt !== null) this.#lastResponseAt = Math.min(this.#lastResponseAt, this.#clock.now())
    this.#onChange()
  }

  /** The user removed the secret. */
  signOut(): void {
    this.#enter('signed-out', m.sync_connect_again_to_continue)
  }

  #noteSuccess(name: JobName): void {
    if (!connectionJobs.includes(name)) return
    // A renewed session does not mean that the accounts can be read: each job clears only its own error.
    this.#troubles.delete(name)
    this.#enterTrouble()
  }

  #enterTrouble(): void {
    const [trouble] = this.#troubles.values()
    this.#enter(trouble?.phase ?? 'live', trouble === undefined ? null : () => errorText(trouble.error))
  }

  #enter(phase: Phase, message: (() => string) | null): void {
    if (this.#phase === phase && this.#message?.() === message?.()) return
    if (this.#phase !== phase) this.#since = this.#clock.now()
    this.#phase = phase
    this.#message = message
    this.#onChange()
  }
}
