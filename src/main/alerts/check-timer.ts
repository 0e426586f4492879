import { minuteMs } from '../../shared/durations.ts'
import type { Clock } from '../time/clock.ts'

/** Changes within this time are checked together. */
const gatherMs = 400
/** An expiry, missing data and the next day cause no event: they are noticed within this time. */
const checkEveryMs = minuteMs

interface CheckTimerOptions {
  readonly clock: Clock
  /** Checks the rules that changes affect. */
  readonly check: () => void
  /** Checks all rules; `keep` plans the next time. */
  readonly checkAll: () => void
}

/** When rules are checked: soon after a change, and once a minute while there are rules. */
export class CheckTimer {
  readonly #options: CheckTimerOptions
  #stopGathering: (() => void) | null = null
  #stopMinute: (() => void) | null = null
  #isClosed = false

  constructor(options: CheckTimerOptions) {
    this.#options = options
  }

  /** Something changed. */
  soon(): void {
    if (this.#isClosed) return
    this.#stopGathering ??= this.#options.clock.after(gatherMs, () => {
      this.#stopGathering = null
      this.#options.check()
    })
  }

  /** Without rules there is no timer, so that it does not wake an idle computer. */
  keep(hasRules: boolean): void {
    if (this.#isClosed) return
    if (!hasRules) {
      this.#stopMinute?.()
      this.#stopMinute = null
      return
    }
    this.#stopMinute ??= this.#options.clock.after(checkEveryMs, () => {
      this.#stopMinute = null
      this.#options.checkAll()
    })
  }

  close(): void {
    this.#isClosed = true
    this.#stopGathering?.()
    this.#stopMinute?.()
  }
}
