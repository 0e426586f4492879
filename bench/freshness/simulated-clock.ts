import type { Clock } from '#main/time/clock.ts'

interface Timer {
  readonly at: number
  readonly order: number
  readonly run: () => void
}

/** A clock that jumps from timer to timer and settles promises in between. Hours pass in seconds. */
export class SimulatedClock implements Clock {
  #now: number
  #order = 0
  #fired = 0
  readonly #settle: () => Promise<void>
  /** The next timer to run is the last element. */
  readonly #timers: Timer[] = []

  /** `settle` waits for the work that must end before time advances. */
  constructor(now: number, settle = nextTurn) {
    this.#now = now
    this.#settle = settle
  }

  /** The number of timers that have fired. */
  get fired(): number {
    return this.#fired
  }

  /** The number of waiting timers. */
  get waiting(): number {
    return this.#timers.length
  }

  /** Whole milliseconds, like a wall clock. */
  now = (): number => Math.floor(this.#now)
  monotonic = (): number => this.#now

  after = (delayMs: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + Math.max(0, delayMs), order: this.#order++, run }
    this.#timers.splice(this.#placeOf(timer), 0, timer)
    return () => {
      const place = this.#timers.indexOf(timer)
      if (place !== -1) this.#timers.splice(place, 1)
    }
  }

  async runUntil(end: number): Promise<void> {
    await this.#settle()
    for (let next = this.#timers.at(-1); next !== undefined && next.at <= end; next = this.#timers.at(-1)) {
      this.#timers.pop()
      this.#now = next.at
      this.#fired++
      next.run()
      await this.#settle()
    }
    this.#now = end
  }

  #placeOf({ at, order }: Timer): number {
    let low = 0
    let high = this.#timers.length
    while (low < high) {
      const middle = (low + high) >> 1
      const candidate = this.#timers[middle]
      if (candidate !== undefined && (candidate.at > at || (candidate.at === at && candidate.order > order)))
        low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Resolves when every promise that can settle has settled. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
