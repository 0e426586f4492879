import { z } from 'zod'
import type { Clock } from './clock.ts'
import type { Journal } from './journal/journal.ts'

const key = 'pause'
const Kept = z.object({
  /** UTC ms; `null` until a person lets it go on. */
  until: z.int().nullable(),
})

interface PauseOptions {
  readonly settings: Pick<Journal['settings'], 'get' | 'setAll'>
  readonly clock: Clock
  /** It ended by itself. */
  readonly onEnd: () => void
}

/** A person's pause of a profile: kept in its journal, so that a restart does not end it. */
export class Pause {
  readonly #options: PauseOptions
  #kept: z.infer<typeof Kept> | null
  #stopTimer = (): void => undefined

  constructor(options: PauseOptions) {
    this.#options = options
    this.#kept = options.settings.get(key, Kept)
    if (this.#isPast()) this.#kept = null
    this.#wait()
  }

  get isOn(): boolean {
    return this.#kept !== null
  }

  /** When it ends by itself, UTC ms; `null` when it does not, or is not on. */
  get until(): number | null {
    return this.#kept?.until ?? null
  }

  /** For so long, or with `null` until `end`. Throws where it cannot be kept; then nothing changes. */
  begin(forMs: number | null): void {
    const { settings, clock } = this.#options
    const kept = { until: forMs === null ? null : Math.round(clock.now() + forMs) }
    settings.setAll({ [key]: kept })
    this.#kept = kept
    this.#wait()
  }

  /** Throws where the disk does not take it; then it goes on. */
  end(): void {
    if (this.#kept === null) return
    this.#options.settings.setAll({ [key]: undefined })
    this.#kept = null
    this.#stopTimer()
  }

  /** The computer woke: a timer does not count while it sleeps. */
  wake(): void {
    this.#wait()
  }

  /** The clock was set by so many ms. Set back, a pause must not last for so much longer. */
  noteClock(byMs: number): void {
    if (byMs < 0 && this.until !== null) this.begin(this.until + byMs - this.#options.clock.now())
    else this.#wait()
  }

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
      // The clock may have been set back since, and be told of only soon.
      if (!this.#isPast()) return this.#wait()
      // What lies in the journal is past by now, and needs no writing.
      this.#kept = null
      onEnd()
    })
  }
}
