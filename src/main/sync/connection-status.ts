import type { ErrorCode } from '../../shared/errors.ts'
import type { ConnectionState } from '../../shared/model/connection.ts'
import type { Clock } from '../time/clock.ts'
import type { JobName } from './scheduler/job.ts'
import type { JobOutcome } from './scheduler/job-runner.ts'

const newsMs = 3_000

type Phase = ConnectionState['phase']

/** The jobs whose trouble is the connection's: any other's is its own, and stands in health. */
const telling: readonly JobName[] = ['session', 'accounts']

/** Failures that tell the state at once, whichever job met them. */
const conclusive: Readonly<Partial<Record<ErrorCode, Phase>>> = {
  offline: 'offline',
  'bad-certificate': 'untrusted',
  'signed-out': 'signed-out',
}
/** Failures of the session, whichever job met them: they last until the session is renewed. */
const ofSession: Readonly<Partial<Record<ErrorCode, Phase>>> = { 'secret-refused': 'refused', 'no-keychain': 'trouble' }

interface Trouble {
  readonly phase: Phase
  readonly message: string
}

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
  readonly #troubles = new Map<JobName, Trouble>()

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
    if (error === null) return this.#noteSuccess(job.name)
    const { code, message } = error
    const phase = conclusive[code]
    if (phase !== undefined) return this.#enter(phase, message)
    const sessionPhase = ofSession[code]
    if (sessionPhase !== undefined) this.#troubles.set('session', { phase: sessionPhase, message })
    else if (!telling.includes(job.name) || code === 'cancelled') return
    else this.#troubles.set(job.name, { phase: 'trouble', message })
    this.#tellTroubles()
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

  #noteSuccess(name: JobName): void {
    if (!telling.includes(name)) return
    // A renewed session does not make accounts readable that are not: each job takes back its own trouble.
    this.#troubles.delete(name)
    this.#tellTroubles()
  }

  #tellTroubles(): void {
    const [trouble] = this.#troubles.values()
    this.#enter(trouble?.phase ?? 'live', trouble?.message ?? null)
  }

  #enter(phase: Phase, message: string | null): void {
    if (this.#phase === phase && this.#message === message) return
    if (this.#phase !== phase) this.#since = this.#clock.now()
    this.#phase = phase
    this.#message = message
    this.#onChange()
  }
}
