import type { Clock } from './clock.ts'

/** A wall clock that ran off from the monotonic one by more than this was set, or the computer slept. Less is a correction. */
const setMs = 30_000
const lookMs = 60_000

/** Answers by how many ms the wall clock was set since the last reading: ahead (or the computer slept) or, negative, back; 0 where it was not. */
export function createClockReader(clock: Clock): () => number {
  const read = (): number => clock.now() - clock.monotonic()
  let last = read()
  return () => {
    const now = read()
    const byMs = now - last
    // Slow corrections add up, and set nothing.
    last = now
    return Math.abs(byMs) < setMs ? 0 : byMs
  }
}

/** Tells within a minute when the wall clock was set. The returned function ends it. */
export function watchClock(clock: Clock, onSet: (byMs: number) => void): () => void {
  const readClock = createClockReader(clock)
  let stopTimer = (): void => undefined
  const lookAgain = (): void => {
    stopTimer = clock.after(lookMs, () => {
      const byMs = readClock()
      if (byMs !== 0) onSet(byMs)
      lookAgain()
    })
  }
  lookAgain()
  return () => stopTimer()
}
