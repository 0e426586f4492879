import { minuteMs } from '../../shared/durations.ts'
import type { Clock } from '../time/clock.ts'

interface ReleaseOptions {
  readonly clock: Clock
  readonly isHidden: () => boolean
  readonly release: () => void
}

/** While nobody looks, memory is released after the first minute and then this often. */
const everyMinutes = 2

/** Calls `release` while no window is visible. The returned function ends that. */
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
