import type { Clock } from '../../src/main/clock.ts'

interface Timer {
  readonly at: number
  readonly order: number
  readonly run: () => void
}

/** A clock that jumps from timer to timer, promises settled between: hours pass in seconds. */
export class SimulatedClock implements Clock {
  #now: number
  #order = 0
  /** The next one to run is last. */
  readonly #timers: Timer[] = []

  constructor(now: number) {
    this.#now = now
  }

  /** Whole milliseconds, as a wall clock's. */
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
    await settle()
    for (let next = this.#timers.at(-1); next !== undefined && next.at <= end; next = this.#timers.at(-1)) {
      this.#timers.pop()
      this.#now = next.at
      next.run()
      await settle()
    }
    this.#now = end
  }

  #placeOf({ at, order }: Timer): number {
    let low = 0
    let high = this.#timers.length
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.#timers[middle]
      if (other !== undefined && (other.at > at || (other.at === at && other.order > order))) low = middle + 1
      else high = middle
    }
    return low
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
