import type { Clock } from '#main/time/clock.ts'

/** A clock that is stopped until `advance` moves it. `advance` runs due timers in order and settles promises in between. */
export class FakeClock implements Clock {
  #now: number
  #aheadMs = 0
  #timers: { at: number; order: number; run: () => void }[] = []
  #order = 0

  constructor(now = Date.UTC(2026, 2, 2, 9)) {
    this.#now = now
  }

  now = (): number => this.#now + this.#aheadMs
  monotonic = (): number => this.#now

  after = (delayMs: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + Math.max(0, delayMs), order: this.#order++, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((candidate) => candidate !== timer)
    }
  }

  /** Sets the wall clock forward, or back with a negative value; timers are not changed. */
  set(byMs: number): void {
    this.#aheadMs += byMs
  }

  get pending(): number {
    return this.#timers.length
  }

  #findNext() {
    let next = this.#timers[0]
    for (const timer of this.#timers)
      if (next === undefined || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer
    return next
  }

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    await settle()
    for (;;) {
      const due = this.#findNext()
      if (due === undefined || due.at > end) break
      this.#timers = this.#timers.filter((timer) => timer !== due)
      this.#now = Math.max(this.#now, due.at)
      due.run()
      await settle()
    }
    this.#now = end
    await settle()
  }
}

/** Gives the monotonic clock fractions of a millisecond, as that of a system has them. */
export function addFractions(clock: FakeClock): void {
  const { monotonic } = clock
  const begin = monotonic()
  clock.monotonic = () => (monotonic() - begin) * 1.000_001 + 1_234.567
}

/** Resolves when every promise that can settle has settled. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A clock that does not run at the speed of real time. */
export interface AcceleratedClock extends Clock {
  /** Changes the speed to `factor` times real time, also for running timers. */
  setFactor(factor: number): void
}

/** A clock that runs `factor` times as fast as real time, so that pauses after refused requests are short. */
export function accelerate(clock: Clock, factor = 1_000): AcceleratedClock {
  let since = { at: performance.now(), elapsed: 0 }
  const elapsed = (): number => since.elapsed + (performance.now() - since.at) * factor
  const timers = new Set<{ dueAt: number; start: () => void }>()
  return {
    // The time is in whole milliseconds.
    now: () => Math.floor(clock.now() + elapsed()),
    monotonic: elapsed,
    after(delayMs, run) {
      let running: NodeJS.Timeout | undefined
      const timer = {
        dueAt: elapsed() + delayMs,
        start() {
          clearTimeout(running)
          running = setTimeout(end, Math.max(0, (timer.dueAt - elapsed()) / factor))
        },
      }
      function end(): void {
        timers.delete(timer)
        run()
      }
      timers.add(timer)
      timer.start()
      return () => {
        timers.delete(timer)
        clearTimeout(running)
      }
    },
    setFactor(next) {
      since = { at: performance.now(), elapsed: elapsed() }
      factor = next
      for (const timer of timers) timer.start()
    },
  }
}
