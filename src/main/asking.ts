import type { Clock } from './clock.ts'
import type { Journal } from './journal/journal.ts'
import { Pause } from './pause.ts'
import type { Connection } from './sync/connection.ts'
import type { Scheduler } from './sync/scheduler.ts'

interface AskingOptions {
  readonly scheduler: Pick<Scheduler, 'start' | 'pause' | 'isStarted'>
  readonly connection: Pick<Connection, 'pause'>
  readonly settings: Journal['settings']
  readonly clock: Clock
}

/** Whether a profile asks its service by itself: a person's pause and the sleep of the computer hold it back. */
export class Asking {
  readonly #options: AskingOptions
  readonly #pause: Pause
  #isAsleep = false

  constructor(options: AskingOptions) {
    this.#options = options
    this.#pause = new Pause({ settings: options.settings, clock: options.clock, onEnd: () => this.#ask(true) })
  }

  get isPaused(): boolean {
    return this.#pause.isOn
  }

  /** When a pause ends by itself, UTC ms; `null` when it does not, or there is none. */
  get pausedUntil(): number | null {
    return this.#pause.until
  }

  /** Asks from now on, unless a pause of last time goes on. */
  begin(): void {
    this.#ask(!this.#pause.isOn)
  }

  /** With `forMs` it goes on by itself after that time. */
  setPaused(paused: boolean, forMs: number | undefined): void {
    if (paused) this.#pause.begin(forMs ?? null)
    else this.#pause.end()
    this.#isAsleep = false
    this.#ask(!paused)
  }

  sleep(): void {
    const { scheduler } = this.#options
    this.#isAsleep ||= scheduler.isStarted
    if (this.#isAsleep) scheduler.pause()
  }

  wake(): void {
    // One job after another, as at a start: what fell due meanwhile does not all begin at once.
    if (this.#isAsleep) this.#options.scheduler.start()
    this.#isAsleep = false
    this.#pause.wake()
  }

  /** The clock was set by so many ms. */
  noteClock(byMs: number): void {
    this.#pause.noteClock(byMs)
  }

  /** Whatever held it back, it asks again. */
  resume(): void {
    this.#pause.end()
    this.#ask(true)
  }

  /** Nothing is asked until `resume`, and no pause is left to end. */
  cease(): void {
    this.#pause.end()
    this.#isAsleep = false
    this.#options.scheduler.pause()
  }

  /** The profile closes. A pause stays in its journal. */
  stop(): void {
    this.#pause.stop()
  }

  #ask(asks: boolean): void {
    const { connection, scheduler } = this.#options
    connection.pause(!asks)
    if (asks) scheduler.start()
    else scheduler.pause()
  }
}
