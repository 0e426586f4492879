import type { Client } from '#shared/client.ts'
import type { AppError } from '#shared/errors.ts'
import type { KindScope } from '#shared/model/transaction/kind-choice.ts'
import type { TransactionRow, TransactionKind } from '#shared/model/transaction/transaction.ts'
import { ActionRunner } from '../../lib/action-runner.svelte.ts'

/** A change, and the choice before it: null means that the rules decided. */
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
  readonly #actions = new ActionRunner()

  constructor(client: Client) {
    this.#client = client
  }

  get made(): MadeChange | undefined {
    return this.#made
  }
  get problem(): AppError | undefined {
    return this.#actions.error
  }
  get isBusy(): boolean {
    return this.#actions.isBusy
  }

  /** Sets the kind; null restores the result of the rules. Returns whether it was changed. */
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

  /** Returns the earlier choice; undefined if the change failed, or if another one is under way. */
  async #try(
    { accountId, transaction }: TransactionRow,
    kind: TransactionKind | null,
    scope: KindScope,
  ): Promise<TransactionKind | null | undefined> {
    const request = { accountId, id: transaction.id, kind, scope }
    let previous: TransactionKind | null | undefined
    await this.#actions.run('change', async () => {
      ;({ previous } = await this.#client.call('transactions.setKind', request))
    })
    return previous
  }
}
