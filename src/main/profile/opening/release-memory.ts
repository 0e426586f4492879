import { minuteMs } from '#shared/durations.ts'
import type { Clock } from '../../time/clock.ts'

interface ReleaseOptions {
  readonly clock: Clock
  readonly isHidden: () => boolean
  readonly release: () => void
}

/** The interval in minutes. The first release is one minute after the last window was hidden. */
const everyMinutes = 2

/** Calls `release` at intervals while no window is visible. Returns a function that ends this. */
export function releaseMemoryWhileHidden({ clock, isHidden, release }: ReleaseOptions): () => void {
  let hiddenMinutes = 0
  let cancel = (): void => undefined
  const wait = (): void => {
    cancel = clock.after(minuteMs, () => {
      wait()
      if (isHidden() && hiddenMinutes % everyMinutes === 0) release()
      hiddenMinutes = isHidden() ? hiddenMinutes + 1 : 0
    })
  }
  wait()
  return () => cancel()
}
