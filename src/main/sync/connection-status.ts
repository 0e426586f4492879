import type { ConnectionState } from '../../shared/model/connection.ts'
import type { Clock } from '../time/clock.ts'
import type { JobName } from './scheduler/job.ts'
import type { JobOutcome } from './scheduler/job-runner.ts'

/** Windows are notified of new responses at most this often. */
const notifyEveryMs = 3_000

type Phase = ConnectionState['phase']

/** The failures of these jobs show that the connection has a problem. Failures of other jobs only appear on the health screen. */
const connectionJobs: readonly JobName[] = ['session', 'accounts']

/** Derives the state of the connection from the responses of the service. */
export class Connection {
  readonly #clock: Clock
  readonly #onChange: () => void
  #phase: Phase = 'starting'
  #since: number
  #lastAnswerAt: number | null = null
  #notifiedAt: number | null = null
  #message: string | null = null
  /** The error messages of the connection jobs, by job. */
  readonly #troubles = new Map<string, string>()

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock
    this.#onChange = onChange
    this.#since = clock.now()
  }

  get state(): Pick<ConnectionState, 'phase' | 'since' | 'lastAnswerAt' | 'message'> {
    return { phase: this.#phase, since: this.#since, lastAnswerAt: this.#lastAnswerAt, message: this.#message }
  }

  /** Notes a successful response to any request. Windows are notified every few seconds, because they show its age. */
  noteAnswer(at: number): void {
    this.#lastAnswerAt = at
    if (this.#notifiedAt !== null && Math.abs(at - this.#notifiedAt) < notifyEveryMs) return
    this.#notifiedAt = at
    this.#onChange()
  }

  noteOutcome({ job, error }: JobOutcome): void {
    if (error?.code === 'offline' || error?.code === 'signed-out') return this.#enter(error.code, error.message)
    if (!connectionJobs.includes(job.name) || error?.code === 'cancelled') return
    if (error === null) this.#troubles.delete(job.name)
    else this.#troubles.set(job.name, error.message)
    // A renewed session does not mean that the accounts can be read: each job clears only its own error.
    const [message] = this.#troubles.values()
    if (message === undefined) this.#enter('live', null)
    else this.#enter('trouble', message)
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
    if (this.#lastAnswerAt !== null) this.#lastAnswerAt = Math.min(this.#lastAnswerAt, this.#clock.now())
    this.#onChange()
  }

  /** The user removed the secret. */
  signOut(): void {
    this.#enter('signed-out', 'Connect again to continue. Data read so far stays available.')
  }

  #enter(phase: Phase, message: string | null): void {
    if (this.#phase === phase && this.#message === message) return
    if (this.#phase !== phase) this.#since = this.#clock.now()
    this.#phase = phase
    this.#message = message
    this.#onChange()
  }
}
