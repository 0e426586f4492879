import { createClockReader } from '../time/clock-watch.ts'
import type { Clock } from '../time/clock.ts'

/** The last start of syncing. Data can be late only relative to it: after a start, a sleep or a pause nothing is late yet. */
export class SyncStart {
  readonly #clock: Clock
  /** Returns by how many ms the wall clock was set since the last call. */
  readonly #readClock: () => number
  #at: number
  #wasPaused = false

  constructor(clock: Clock) {
    this.#clock = clock
    this.#readClock = createClockReader(clock)
    this.#at = clock.now()
  }

  /** UTC ms. If the clock was set, syncing counts as started now, because the ages of the data are wrong. */
  read(): number {
    if (this.#readClock() !== 0) this.reset()
    return this.#at
  }

  /** Syncing starts now. */
  reset(): void {
    this.#at = this.#clock.now()
  }

  /** Call when a pause may have begun or ended. */
  notePause(isPaused: boolean): void {
    if (this.#wasPaused && !isPaused) this.reset()
    this.#wasPaused = isPaused
  }
}
