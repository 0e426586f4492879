import type { Topic } from '#shared/contract/contract.ts'
import { minuteMs, secondMs } from '#shared/durations.ts'
import { isCancellation } from '#shared/errors.ts'
import { noteDifferences, type SeenByAccount, type SeenDifference } from '../insight/ledger/seen-differences.ts'
import type { Clock } from '../time/clock.ts'
import type { Ledger } from './ledger.ts'

interface DifferenceWatchOptions {
  readonly ledger: Pick<Ledger, 'reconcile'>
  readonly accountIds: () => readonly string[]
  /** Whether no window is visible. Figures of the service are then compared less often. */
  readonly isHidden: () => boolean
  readonly clock: Clock
  readonly listen: (listener: (topic: Topic) => void) => () => void
  readonly logFault: (where: string, error: unknown) => void
}

/** Changes within this time are compared together. */
const delayMs = 5 * secondMs
/**
 * The delay while no window is visible. Accounts are read several times a minute, and each comparison keeps the ledger thread
 * and its memory in use.
 */
const hiddenDelayMs = 5 * minuteMs

/** Compares the accounts after each change, and records since when each difference exists. */
export class DifferenceWatch {
  readonly #options: DifferenceWatchOptions
  readonly #stopListening: () => void
  #cancel: (() => void) | null = null
  #dueAt = Infinity
  #isClosed = false
  #seen: SeenByAccount = new Map()

  constructor(options: DifferenceWatchOptions) {
    this.#options = options
    this.#stopListening = options.listen((topic) => {
      if (topic === 'ledger.changed') this.#compareAfter(delayMs)
      if (topic === 'accounts.changed') this.#compareAfter(options.isHidden() ? hiddenDelayMs : delayMs)
    })
  }

  list(): readonly SeenDifference[] {
    return [...this.#seen.values()].flat()
  }

  close(): void {
    this.#isClosed = true
    this.#stopListening()
    this.#cancel?.()
  }

  #compareAfter(waitMs: number): void {
    const { clock } = this.#options
    const at = clock.monotonic() + waitMs
    if (this.#isClosed || at >= this.#dueAt) return
    this.#cancel?.()
    this.#dueAt = at
    this.#cancel = clock.after(waitMs, () => {
      this.#dueAt = Infinity
      void this.#compare()
    })
  }

  async #compare(): Promise<void> {
    const { ledger, accountIds, clock, logFault } = this.#options
    try {
      this.#seen = noteDifferences(this.#seen, await ledger.reconcile(accountIds()), clock.now())
    } catch (error) {
      if (!isCancellation(error)) logFault('the comparison of accounts', error)
    }
  }
}
