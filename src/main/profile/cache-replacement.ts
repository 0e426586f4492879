import { dayMs, secondMs } from '../../shared/durations.ts'
import { m } from '../../shared/messages/messages.js'
import type { Clock } from '../time/clock.ts'

interface CacheReplacementOptions {
  readonly clock: Clock
  /** Whether the profile must not be closed now. */
  readonly isBusy: () => boolean
  /** Replaces the cache of this profile, if it is open. */
  readonly replace: (profileId: string) => Promise<void>
  /** The cache of this profile was damaged so often that it is left alone for some time. */
  readonly onGivenUp: () => void
  readonly logFault: (where: string, error: unknown) => void
}

/** For the user, when a cache is left alone for some time. */
export const cacheDamagedAgain = m.profile_the_cache_is_damaged_again_and_again

/** A disk that damages each new cache, or a row that cannot be read again either, would otherwise replace it without end. */
const maxInADay = 3
const busyMs = 2 * secondMs

/** Replaces caches that were found damaged while they are in use. */
export class CacheReplacement {
  readonly #options: CacheReplacementOptions
  /** Monotonic times by profile, the oldest first. */
  readonly #replacedAt = new Map<string, number[]>()
  readonly #timers = new Map<string, () => void>()

  constructor(options: CacheReplacementOptions) {
    this.#options = options
  }

  /** The cache of this profile was found damaged: it is replaced as soon as that may be. */
  note(profileId: string): void {
    if (this.#timers.has(profileId)) return
    const waitMs = this.#waitMs(profileId)
    if (waitMs > 0) this.#options.onGivenUp()
    this.#later(profileId, waitMs)
  }

  /** No cache is replaced any longer. */
  stop(): void {
    for (const stop of this.#timers.values()) stop()
  }

  #later(profileId: string, delayMs: number): void {
    const stop = this.#options.clock.after(delayMs, () => {
      this.#timers.delete(profileId)
      if (this.#options.isBusy()) this.#later(profileId, busyMs)
      else void this.#replace(profileId)
    })
    this.#timers.set(profileId, stop)
  }

  async #replace(profileId: string): Promise<void> {
    const { clock, replace, logFault } = this.#options
    this.#replacedAt.set(profileId, [...(this.#replacedAt.get(profileId) ?? []), clock.monotonic()].slice(-maxInADay))
    try {
      await replace(profileId)
    } catch (error) {
      logFault('the replacement of the cache', error)
    }
  }

  #waitMs(profileId: string): number {
    const times = this.#replacedAt.get(profileId) ?? []
    const [oldest] = times
    if (oldest === undefined || times.length < maxInADay) return 0
    return Math.max(0, oldest + dayMs - this.#options.clock.monotonic())
  }
}
