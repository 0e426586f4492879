import { minuteMs, secondMs } from '../../shared/durations.ts'
import type { Clock } from './clock.ts'

/** A larger difference between wall clock and monotonic clock means: the clock was set, or the computer slept. */
const minJumpMs = 30 * secondMs
const pollMs = minuteMs

/** The returned function returns by how many ms the wall clock was set since its last call: positive if forward (or the computer slept), negative if back, 0 if not set. */
export function createClockReader(clock: Clock): () => number {
  const read = (): number => clock.now() - clock.monotonic()
  let last = read()
  return () => {
    const now = read()
    const byMs = now - last
    // Small corrections do not add up to a jump.
    last = now
    return Math.abs(byMs) < minJumpMs ? 0 : byMs
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
