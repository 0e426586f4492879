import type { ConnectionState } from '../../shared/model/connection.ts'
import type { Clock } from '../time/clock.ts'
import type { JobName } from './scheduler/job.ts'
import type { JobOutcome } from './scheduler/job-runner.ts'

const newsMs = 3_000

type Phase = ConnectionState['phase']

/** The jobs whose trouble is the connection's: any other's is its own, and stands in health. */
const telling: readonly JobName[] = ['session', 'accounts']

/** Follows what the service answers and says where the connection stands. */
export class Connection {
  readonly #clock: Clock
  readonly #onChange: () => void
  #phase: Phase = 'starting'
  #since: number
  #lastAnswerAt: number | null = null
  #toldAt: number | null = null
  #message: string | null = null
  /** What stands in the way, by telling job. */
  readonly #troubles = new Map<string, string>()

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock
    this.#onChange = onChange
    this.#since = clock.now()
  }

  get state(): Pick<ConnectionState, 'phase' | 'since' | 'lastAnswerAt' | 'message'> {
    return { phase: this.#phase, since: this.#since, lastAnswerAt: this.#lastAnswerAt, message: this.#message }
  }

  /** Any good response, of whichever request. Windows hear of one every few seconds: they show its age. */
  noteAnswer(at: number): void {
    this.#lastAnswerAt = at
    if (this.#toldAt !== null && Math.abs(at - this.#toldAt) < newsMs) return
    this.#toldAt = at
    this.#onChange()
  }

  noteOutcome({ job, error }: JobOutcome): void {
    if (error?.code === 'offline' || error?.code === 'signed-out') return this.#enter(error.code, error.message)
    if (!telling.includes(job.name) || error?.code === 'cancelled') return
    if (error === null) this.#troubles.delete(job.name)
    else this.#troubles.set(job.name, error.message)
    // A renewed session does not make accounts readable that are not: each job takes back its own trouble.
    const [message] = this.#troubles.values()
    if (message === undefined) this.#enter('live', null)
    else this.#enter('trouble', message)
  }

  /** A person paused the monitor, or lets it go on. */
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

  /** A person took the secret away. */
  signOut(): void {
    this.#enter('signed-out', 'Connect again to go on. What was read so far stays readable.')
  }

  #enter(phase: Phase, message: string | null): void {
    if (this.#phase === phase && this.#message === message) return
    if (this.#phase !== phase) this.#since = this.#clock.now()
    this.#phase = phase
    this.#message = message
    this.#onChange()
  }
}
