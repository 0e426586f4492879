import { secondMs } from '#shared/durations.ts'
import type { Clock } from '../time/clock.ts'
import type { Cancels } from './cancels.ts'

interface CancelsWhilePausedOptions {
  readonly cancels: Pick<Cancels, 'readAgain' | 'nextDelayMs'>
  readonly clock: Clock
  readonly isPaused: () => boolean
}

/**
 * A pause stops every job, but not a cancel of the user: this reads the order lists until each cancel is settled, at the pace
 * of the cancels job. A failed read is repeated. After the pause the job continues.
 */
export class CancelsWhilePaused {
  readonly #options: CancelsWhilePausedOptions
  readonly #stopping = new AbortController()
  #stopTimer: (() => void) | null = null

  constructor(options: CancelsWhilePausedOptions) {
    this.#options = options
  }

  /** Does nothing without a pause, or while a read is planned already. */
  start(): void {
    const { cancels, clock, isPaused } = this.#options
    const delayMs = cancels.nextDelayMs()
    if (this.#stopTimer !== null || delayMs === null || !isPaused() || this.#stopping.signal.aborted) return
    this.#stopTimer = clock.after(Math.max(delayMs, secondMs), () => {
      void cancels
        .readAgain(this.#stopping.signal)
        .catch(() => undefined)
        .then(() => {
          this.#stopTimer = null
          this.start()
        })
    })
  }

  stop(): void {
    this.#stopping.abort()
    this.#stopTimer?.()
  }
}
