/** Time and timers, injected so that tests and simulations can replace them. */
export interface Clock {
  /** UTC ms of the wall clock, whole. The wall clock may jump. */
  now(): number
  /** Milliseconds with fractions that never decrease; only differences are meaningful. */
  monotonic(): number
  /** Runs once after `delayMs`; the returned function cancels it. Does not keep the process alive. */
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

/** The system time with timers that keep the process running, for the deadline when the app quits. */
export const deadlineClock: Clock = {
  ...systemClock,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

/** Call between parts of long work: lets waiting work of this thread run first. */
export const letOthersRun = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
