import { secondMs } from '#shared/durations.ts'
import type { Clock } from '../time/clock.ts'

/** A computer that slept does not run timers: after it woke, at most this long passes unnoticed. */
const maxWaitMs = 20 * secondMs

/** Calls back once no input was noted for some time. Time in which the computer slept counts. */
export class IdleWatch {
  readonly #clock: Clock
  readonly #onIdle: () => void
  #last: { readonly monotonic: number; readonly wall: number }
  #limitMs: number | null = null
  #stopTimer = (): void => undefined

  constructor(clock: Clock, onIdle: () => void) {
    this.#clock = clock
    this.#onIdle = onIdle
    this.#last = this.#moment()
  }

  /** From now on `limitMs` without input are too long; `null` ends the watch. */
  start(limitMs: number | null): void {
    this.#limitMs = limitMs
    this.note()
    this.check()
  }

  /** Restarts the idle time, because a window was used. */
  note(): void {
    this.#last = this.#moment()
  }

  /** Also called when the computer woke. */
  check(): void {
    this.#stopTimer()
    if (this.#limitMs === null) return
    const leftMs = this.#limitMs - this.#idleMs()
    if (leftMs > 0) this.#stopTimer = this.#clock.after(Math.min(leftMs, maxWaitMs), () => this.check())
    else {
      this.#limitMs = null
      this.#onIdle()
    }
  }

  /** Uses the clock that ran longer: the monotonic one stops during sleep, the other one may be set back. */
  #idleMs(): number {
    const { monotonic, wall } = this.#moment()
    return Math.max(monotonic - this.#last.monotonic, wall - this.#last.wall)
  }

  #moment(): { readonly monotonic: number; readonly wall: number } {
    return { monotonic: this.#clock.monotonic(), wall: this.#clock.now() }
  }
}
