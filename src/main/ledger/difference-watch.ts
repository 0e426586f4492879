import type { Topic } from '../../shared/contract/contract.ts'
import { secondMs } from '../../shared/durations.ts'
import { AppError } from '../../shared/errors.ts'
import { noteDifferences, type SeenByAccount, type SeenDifference } from '../insight/ledger/seen-differences.ts'
import type { Clock } from '../time/clock.ts'
import type { Ledger } from './ledger.ts'

interface DifferenceWatchOptions {
  readonly ledger: Pick<Ledger, 'reconcile'>
  readonly accountIds: () => readonly string[]
  readonly clock: Clock
  readonly listen: (listener: (topic: Topic) => void) => () => void
  readonly logFault: (where: string, error: unknown) => void
}

/** Several changes are compared together. */
const delayMs = 5 * secondMs
const topics: readonly Topic[] = ['ledger.changed', 'accounts.changed']

/** Compares the accounts after each change, and knows since when each difference is there. */
export class DifferenceWatch {
  readonly #options: DifferenceWatchOptions
  readonly #stopListening: () => void
  #cancel: (() => void) | null = null
  #isClosed = false
  #seen: SeenByAccount = new Map()

  constructor(options: DifferenceWatchOptions) {
    this.#options = options
    this.#stopListening = options.listen((topic) => {
      if (topics.includes(topic)) this.#compareSoon()
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

  #compareSoon(): void {
    if (this.#isClosed) return
    this.#cancel ??= this.#options.clock.after(delayMs, () => {
      this.#cancel = null
      void this.#compare()
    })
  }

  async #compare(): Promise<void> {
    const { ledger, accountIds, clock, logFault } = this.#options
    try {
      this.#seen = noteDifferences(this.#seen, await ledger.reconcile(accountIds()), clock.now())
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'cancelled')) logFault('the comparison of accounts', error)
    }
  }
}
