import { secondMs } from '#shared/durations.ts'
import { isCancellation } from '#shared/errors.ts'
import type { Clock } from '../time/clock.ts'
import type { LedgerClient } from './ledger-client.ts'

interface BackgroundReplayOptions {
  readonly client: LedgerClient
  readonly clock: Clock
  readonly logFault: (where: string, error: unknown) => void
}

/** After the start of the app, the first screens are read before the first replay. */
const firstDelayMs = 5 * secondMs
const minDelayMs = 200
/** A replay takes at most a tenth of the time: the pause after it lasts nine times as long, and collects more changes. */
const pauseShare = 9

/** Keeps the stored holdings equal to the rows, in the background. */
export class BackgroundReplay {
  readonly #options: BackgroundReplayOptions
  #cancel: (() => void) | null = null
  #tookMs = 0
  #factsChanged = false
  #hasFailed = false

  constructor(options: BackgroundReplayOptions) {
    this.#options = options
    this.#refreshAfter(firstDelayMs)
  }

  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** Call when rows may have changed. `factsChanged`: whether an instrument or its events may have changed. */
  refreshSoon(factsChanged: boolean): void {
    this.#factsChanged ||= factsChanged
    this.#refreshAfter(minDelayMs)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = () => undefined
  }

  #refreshAfter(delayMs: number): void {
    if (this.#cancel !== null) return
    this.#cancel = this.#options.clock.after(Math.max(delayMs, this.#tookMs * pauseShare), () => {
      this.#cancel = null
      void this.#refresh()
    })
  }

  async #refresh(): Promise<void> {
    const { client, clock, logFault } = this.#options
    const startedAt = clock.monotonic()
    const factsChanged = this.#factsChanged
    this.#factsChanged = false
    try {
      await client.askCurrent(({ ask }) => ask('refresh', client.choices, factsChanged))
      this.#hasFailed = false
    } catch (error) {
      this.#factsChanged ||= factsChanged
      if (isCancellation(error)) return
      this.#hasFailed = true
      logFault('the ledger', error)
    }
    this.#tookMs = clock.monotonic() - startedAt
  }
}
