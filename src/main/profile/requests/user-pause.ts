import { z } from 'zod'
import type { Journal } from '../../journal/journal.ts'
import type { Clock } from '../../time/clock.ts'

const key = 'pause'
const StoredPause = z.object({
  /** The end in UTC ms; `null` until the user ends it. */
  until: z.int().nullable(),
})

interface UserPauseOptions {
  readonly settings: Pick<Journal['settings'], 'get' | 'setAll'>
  readonly clock: Clock
  /** Called when the pause ends by itself. */
  readonly onEnd: () => void
}

/** The user's pause of a profile. It is stored in the journal, so that a restart does not end it. */
export class UserPause {
  readonly #options: UserPauseOptions
  #stored: z.infer<typeof StoredPause> | null
  #stopTimer = (): void => undefined

  constructor(options: UserPauseOptions) {
    this.#options = options
    this.#stored = options.settings.get(key, StoredPause)
    if (this.#isPast()) this.#stored = null
    this.#wait()
  }

  get isOn(): boolean {
    return this.#stored !== null
  }

  /** The time at which it ends by itself, UTC ms; `null` without a pause, or when only the user ends it. */
  get until(): number | null {
    return this.#stored?.until ?? null
  }

  /**
   * Starts a pause of this length; with `null` it lasts until `end`. Throws when the journal cannot be written; then nothing
   * changes.
   */
  start(forMs: number | null): void {
    const { settings, clock } = this.#options
    const stored = { until: forMs === null ? null : Math.round(clock.now() + forMs) }
    settings.setAll({ [key]: stored })
    this.#stored = stored
    this.#wait()
  }

  /** Throws when the journal cannot be written; then the pause continues. */
  end(): void {
    if (this.#stored === null) return
    this.#options.settings.setAll({ [key]: undefined })
    this.#stored = null
    this.#stopTimer()
  }

  /** Call when the computer woke, because timers do not run during the sleep. */
  wake(): void {
    this.#wait()
  }

  /** Call when the wall clock was set by this many ms. Setting it back does not extend the pause. */
  noteClock(byMs: number): void {
    if (byMs < 0 && this.until !== null) this.start(this.until + byMs - this.#options.clock.now())
    else this.#wait()
  }

  /** Stops the timer, not the pause. */
  stop(): void {
    this.#stopTimer()
  }

  #isPast(): boolean {
    return this.until !== null && this.until <= this.#options.clock.now()
  }

  #wait(): void {
    this.#stopTimer()
    if (this.until === null) return
    const { clock, onEnd } = this.#options
    this.#stopTimer = clock.after(Math.max(0, this.until - clock.now()), () => {
      // The clock may have been set back in the meantime, and `noteClock` is called later.
      if (!this.#isPast()) return this.#wait()
      // The stored end has passed, so it needs no write.
      this.#stored = null
      onEnd()
    })
  }
}
