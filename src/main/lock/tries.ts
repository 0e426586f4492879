import { minuteMs, secondMs } from '#shared/durations.ts'
import type { Clock } from '../time/clock.ts'

/** Whether a secret is that of a connection. With a message: why that could not be checked. */
export type SecretProof = 'right' | 'wrong' | { readonly message: string }

/** How long after the third, fourth … wrong try in a row no other is accepted, in ms. The last holds for all further ones. */
const delaysMs = [5 * secondMs, 15 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs] as const
const freeTries = 2

/** How long to wait after this number of wrong tries in a row, in ms. */
function delayAfter(failures: number): number {
  if (failures <= freeTries) return 0
  return delaysMs[Math.min(failures - freeTries, delaysMs.length) - 1] ?? 0
}

interface TriesOptions {
  readonly clock: Pick<Clock, 'monotonic'>
  /** Of earlier runs: their delay starts again, since no clock tells how long the app was closed. */
  readonly failures: number
  /** Keeps the number of wrong tries for the next run. */
  readonly keep: (failures: number) => void
}

/** Counts wrong tries and delays the next ones, longer each time. Checks one try at a time. */
export class Tries {
  readonly #options: TriesOptions
  #failures: number
  #openAt = -Infinity
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: TriesOptions) {
    this.#options = options
    this.#failures = options.failures
    this.#wait()
  }

  get failures(): number {
    return this.#failures
  }

  /** How long no try is accepted, in ms. */
  get waitMs(): number {
    return Math.max(0, Math.ceil(this.#openAt - this.#options.clock.monotonic()))
  }

  /** Checks a try unless one must wait. It is counted as wrong before the check, so that ending the process does not help. */
  take<T>(isRight: (checked: T) => boolean, check: () => Promise<T>): Promise<T | 'waiting'> {
    const turn = this.#last.then(async () => {
      if (this.waitMs > 0) return 'waiting'
      this.#setFailures(this.#failures + 1)
      const checked = await check()
      if (isRight(checked)) this.reset()
      else this.#wait()
      return checked
    })
    this.#last = turn.catch(() => this.#wait())
    return turn
  }

  /** The right PIN was typed: earlier tries are forgotten. */
  reset(): void {
    this.#openAt = -Infinity
    this.#setFailures(0)
  }

  #setFailures(failures: number): void {
    this.#failures = failures
    this.#options.keep(failures)
  }

  #wait(): void {
    this.#openAt = this.#options.clock.monotonic() + delayAfter(this.#failures)
  }
}
