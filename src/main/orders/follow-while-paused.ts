import type { Clock } from '../clock.ts'
import type { Cancels } from './cancels.ts'

interface FollowOptions {
  readonly cancels: Pick<Cancels, 'readAgain' | 'nextDelayMs'>
  readonly clock: Clock
  readonly isPaused: () => boolean
}

/**
 * A pause holds every job back, but not a person's cancel: `follow` reads its list until it is settled, at the pace of
 * the job that does so else. A reading that fails is tried again; what is left when the pause ends is the job's.
 */
export function createCancelFollower({ cancels, clock, isPaused }: FollowOptions): {
  follow(): void
  stop(): void
} {
  const stopping = new AbortController()
  let stopTimer: (() => void) | null = null

  function follow(): void {
    const delayMs = cancels.nextDelayMs()
    if (stopTimer !== null || delayMs === null || !isPaused() || stopping.signal.aborted) return
    stopTimer = clock.after(Math.max(delayMs, 1_000), () => {
      void cancels
        .readAgain(stopping.signal)
        .catch(() => undefined)
        .then(() => {
          stopTimer = null
          follow()
        })
    })
  }
  return {
    follow,
    stop() {
      stopping.abort()
      stopTimer?.()
    },
  }
}
