import type { Clock } from '../clock.ts'

/** What changes within this time is looked at once. */
const gatherMs = 400
/** What passes with time alone – an expiry, a silence, a day – is noticed this soon. */
const minuteMs = 60_000

interface LookTimesOptions {
  readonly clock: Clock
  /** Looks at what changed. */
  readonly look: () => void
  /** Looks at all; `keep` asks for the next one. */
  readonly lookAtAll: () => void
}

/** When rules are looked at: soon after a change, and once a minute while there are any. */
export class LookTimes {
  readonly #options: LookTimesOptions
  #stopGathering: (() => void) | null = null
  #stopMinute: (() => void) | null = null
  #isClosed = false

  constructor(options: LookTimesOptions) {
    this.#options = options
  }

  /** Something changed. */
  soon(): void {
    if (this.#isClosed) return
    this.#stopGathering ??= this.#options.clock.after(gatherMs, () => {
      this.#stopGathering = null
      this.#options.look()
    })
  }

  /** One look a minute, while there are rules: an idle monitor without rules is not woken. */
  keep(hasRules: boolean): void {
    if (this.#isClosed) return
    if (!hasRules) {
      this.#stopMinute?.()
      this.#stopMinute = null
      return
    }
    this.#stopMinute ??= this.#options.clock.after(minuteMs, () => {
      this.#stopMinute = null
      this.#options.lookAtAll()
    })
  }

  close(): void {
    this.#isClosed = true
    this.#stopGathering?.()
    this.#stopMinute?.()
  }
}
