import type { Journal } from '../../journal/journal.ts'
import type { Connection } from '../../sync/connection.ts'
import type { Scheduler } from '../../sync/scheduler/scheduler.ts'
import type { Clock } from '../../time/clock.ts'
import { UserPause } from './user-pause.ts'

interface SyncGateOptions {
  readonly scheduler: Pick<Scheduler, 'start' | 'pause' | 'isStarted'>
  readonly connection: Pick<Connection, 'pause'>
  readonly settings: Journal['settings']
  readonly clock: Clock
}

/** Decides whether the jobs of a profile run. A pause of the user, the sleep of the computer and a sign-out stop them. */
export class SyncGate {
  readonly #options: SyncGateOptions
  readonly #pause: UserPause
  #isAsleep = false

  constructor(options: SyncGateOptions) {
    this.#options = options
    this.#pause = new UserPause({ settings: options.settings, clock: options.clock, onEnd: () => this.#switch('on') })
  }

  get isPaused(): boolean {
    return this.#pause.isOn
  }

  /** The time at which a pause ends by itself, UTC ms; `null` without a pause, or when only the user ends it. */
  get pausedUntil(): number | null {
    return this.#pause.until
  }

  /** Whether the user may send requests. A pause stops only requests that Tidemark sends by itself. */
  get allowsUserRequests(): boolean {
    return this.#options.scheduler.isStarted || this.isPaused
  }

  /** Starts the jobs, unless a pause of the last run is still active. */
  start(): void {
    this.#switch(this.#pause.isOn ? 'off' : 'on')
  }

  /**
   * Starts or ends a pause. With `forMs` it ends by itself after that time. Throws when the journal cannot be written; then
   * nothing changes.
   */
  setPaused(paused: boolean, forMs: number | undefined): void {
    if (paused) this.#pause.start(forMs ?? null)
    else this.#pause.end()
    this.#isAsleep = false
    this.#switch(paused ? 'off' : 'on')
  }

  sleep(): void {
    const { scheduler } = this.#options
    this.#isAsleep ||= scheduler.isStarted
    if (this.#isAsleep) scheduler.pause()
  }

  wake(): void {
    // Starts the jobs one after another, as at the start of the app, so that jobs that became due during the sleep do not run
    // all at once.
    if (this.#isAsleep) this.#options.scheduler.start()
    this.#isAsleep = false
    this.#pause.wake()
  }

  /** Call when the wall clock was set by this many ms. */
  noteClock(byMs: number): void {
    this.#pause.noteClock(byMs)
  }

  /** Starts the jobs again, for every reason for which they can be stopped. */
  resume(): void {
    this.#pause.end()
    this.#switch('on')
  }

  /** Stops the jobs until `resume`. Ends a pause. */
  suspend(): void {
    this.#pause.end()
    this.#isAsleep = false
    this.#options.scheduler.pause()
  }

  /** Call when the profile closes. A pause stays in the journal. */
  close(): void {
    this.#pause.stop()
  }

  #switch(to: 'on' | 'off'): void {
    const { connection, scheduler } = this.#options
    connection.pause(to === 'off')
    if (to === 'on') scheduler.start()
    else scheduler.pause()
  }
}
