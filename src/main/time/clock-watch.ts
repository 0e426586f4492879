import { minuteMs, secondMs } from '#shared/durations.ts'
import type { Clock } from './clock.ts'

/** If wall clock and monotonic clock differ by more than this, the clock was set or the computer slept. */
const minJumpMs = 30 * secondMs
const pollMs = minuteMs

/**
 * Returns a function that measures by how many whole ms the wall clock was set since its last call: positive if it was
 * set forward or the computer slept, negative if it was set back, 0 if it was not set.
 */
export function createClockReader(clock: Clock): () => number {
  const read = (): number => clock.now() - clock.monotonic()
  let last = read()
  return () => {
    const now = read()
    const byMs = now - last
    // Small corrections must not add up to a jump.
    last = now
    // The monotonic clock has fractions, and callers move instants, which have none.
    return Math.abs(byMs) < minJumpMs ? 0 : Math.round(byMs)
  }
}

/** Calls `onSet` within a minute after the wall clock was set. The returned function ends the watch. */
export function watchClock(clock: Clock, onSet: (byMs: number) => void): () => void {
  const readClock = createClockReader(clock)
  let stopTimer = (): void => undefined
  const poll = (): void => {
    stopTimer = clock.after(pollMs, () => {
      const byMs = readClock()
      if (byMs !== 0) onSet(byMs)
      poll()
    })
  }
  poll()
  return () => stopTimer()
}
