import { dayMs, secondMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { Clock } from '../time/clock.ts'

interface CacheReplacementOptions {
  readonly clock: Clock
  /** Called when the cache of this profile was damaged so often that it is not replaced for some time. */
  readonly onGivenUp: () => void
  readonly logFault: (where: string, error: unknown) => void
}

interface Replacer {
  /** Whether the profile must not be closed now. */
  isBusy(): boolean
  /** Replaces the cache of this profile, if it is open. */
  replace(profileId: string): Promise<void>
}

/** The message for the user when a damaged cache is not replaced for some time. */
export const cacheDamagedAgain = m.profile_the_cache_is_damaged_again_and_again

/** The maximum number of replacements a day. Without it, a disk that damages every cache would cause endless replacements. */
const maxInADay = 3
const busyMs = 2 * secondMs

/** Replaces caches that were found damaged while they are in use, from `start` on. */
export class CacheReplacement {
  readonly #options: CacheReplacementOptions
  /** Monotonic times of replacements by profile, oldest first. */
  readonly #replacedAt = new Map<string, number[]>()
  readonly #timers = new Map<string, () => void>()
  #replacer: Replacer | null = null

  constructor(options: CacheReplacementOptions) {
    this.#options = options
  }

  start(replacer: Replacer): void {
    this.#replacer = replacer
  }

  /** Call when the cache of this profile was found damaged. It is replaced as soon as possible. */
  note(profileId: string): void {
    if (this.#timers.has(profileId)) return
    const waitMs = this.#waitMs(profileId)
    if (waitMs > 0) this.#options.onGivenUp()
    this.#later(profileId, waitMs)
  }

  /** No cache is replaced after this call. */
  stop(): void {
    for (const stop of this.#timers.values()) stop()
  }

  #later(profileId: string, delayMs: number): void {
    const stop = this.#options.clock.after(delayMs, () => {
      this.#timers.delete(profileId)
      if (this.#replacer === null || this.#replacer.isBusy()) this.#later(profileId, busyMs)
      else void this.#replace(this.#replacer, profileId)
    })
    this.#timers.set(profileId, stop)
  }

  async #replace(replacer: Replacer, profileId: string): Promise<void> {
    const { clock, logFault } = this.#options
    this.#replacedAt.set(profileId, [...(this.#replacedAt.get(profileId) ?? []), clock.monotonic()].slice(-maxInADay))
    try {
      await replacer.replace(profileId)
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
