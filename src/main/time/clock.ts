/** Time and timers, injected so that tests and simulations can own them. */
export interface Clock {
  /** UTC milliseconds: the wall clock, which may jump. */
  now(): number
  /** Milliseconds that never run backwards; only differences mean anything. */
  monotonic(): number
  /** Runs once after `delayMs`; the returned function takes it back. Holds no process open. */
  after(delayMs: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
