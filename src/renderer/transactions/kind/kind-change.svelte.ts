import type { Client } from '../../../shared/client.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { TransactionRow, TransactionKind } from '../../../shared/model/transaction/transaction.ts'
import type { KindScope } from '../../../shared/model/transaction/kind-choice.ts'
import { asAppError } from '../../lib/host/failure.ts'

/** A change that was made, and what was chosen before it: null is what the rules find. */
interface MadeChange {
  readonly row: TransactionRow
  readonly scope: KindScope
  readonly kind: TransactionKind | null
  readonly previous: TransactionKind | null
}

/** Changes the kinds of transactions. The last change can be undone. */
export class KindChange {
  readonly #client: Client
  #made = $state.raw<MadeChange>()
  #problem = $state.raw<AppError>()
  #isBusy = $state(false)

  constructor(client: Client) {
    this.#client = client
  }

  get made(): MadeChange | undefined {
    return this.#made
  }
  get problem(): AppError | undefined {
    return this.#problem
  }
  get isBusy(): boolean {
    return this.#isBusy
  }

  /** A kind of null goes back to what the rules find. Returns whether the change was made. */
  async set(row: TransactionRow, kind: TransactionKind | null, scope: KindScope): Promise<boolean> {
    const previous = await this.#try(row, kind, scope)
    if (previous === undefined) return false
    this.#made = { row, scope, kind, previous }
    return true
  }

  async undo(): Promise<void> {
    if (this.#made === undefined) return
    const { row, previous, scope } = this.#made
    if ((await this.#try(row, previous, scope)) !== undefined) this.#made = undefined
  }

  /** Returns what was chosen before; undefined when the change failed. */
  async #try(
    { accountId, transaction }: TransactionRow,
    kind: TransactionKind | null,
    scope: KindScope,
  ): Promise<TransactionKind | null | undefined> {
    this.#isBusy = true
    try {
      const request = { accountId, id: transaction.id, kind, scope }
      const { previous } = await this.#client.call('transactions.setKind', request)
      this.#problem = undefined
      return previous
    } catch (cause) {
      this.#problem = asAppError(cause)
      return undefined
    } finally {
      this.#isBusy = false
    }
  }
}
