import type { Client } from '#shared/client.ts'
import type { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { RowGroup, RowGroupDraft } from '#shared/model/transaction/row-group.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { ActionRunner } from '../../lib/action-runner.svelte.ts'

/** The limit that the contract sets. */
const maxGroupRows = 32

/** Why rows cannot be a group, as far as the screen knows; `null` if they can. */
export function whyNoGroup(rows: readonly TransactionRow[]): string | null {
  if (rows.length < 2) return m.row_groups_select_at_least_two()
  if (rows.length > maxGroupRows) return m.row_groups_select_at_most_count({ count: maxGroupRows })
  const accounts = new Set(rows.map(({ accountId }) => accountId))
  return accounts.size > 1 ? m.row_groups_select_rows_of_one_account() : null
}

/** The last change: groups that were made, or taken apart. */
type GroupChange =
  | { readonly kind: 'made'; readonly ids: readonly string[] }
  | { readonly kind: 'taken-apart'; readonly removed: readonly RowGroup[] }

/** The groups that the user makes on the screen of transactions. The last change can be undone. */
export class RowGroups {
  readonly #client: Pick<Client, 'call'>
  /** The rows for which the dialog is open. */
  #asked = $state.raw<readonly TransactionRow[]>()
  #last = $state.raw<GroupChange>()
  readonly #actions = new ActionRunner()

  constructor(client: Pick<Client, 'call'>) {
    this.#client = client
  }

  get asked(): readonly TransactionRow[] | undefined {
    return this.#asked
  }
  get last(): GroupChange | undefined {
    return this.#last
  }
  get problem(): AppError | undefined {
    return this.#actions.error
  }
  get isBusy(): boolean {
    return this.#actions.isBusy
  }

  /** Opens the dialog for these rows. Returns why it does not. */
  ask(rows: readonly TransactionRow[]): string | null {
    const reason = whyNoGroup(rows)
    if (reason === null) {
      this.#actions.forgetError()
      this.#asked = rows
    }
    return reason
  }

  /** Closes the dialog. */
  close(): void {
    this.#asked = undefined
    this.#actions.forgetError()
  }

  /** Makes groups and closes the dialog. Returns whether it succeeded. */
  async make(groups: readonly RowGroupDraft[]): Promise<boolean> {
    const made = await this.#change(() => this.#client.call('transactions.group', { groups: [...groups] }))
    if (made === undefined) return false
    this.#last = { kind: 'made', ids: made.ids }
    this.#asked = undefined
    return true
  }

  async takeApart(id: string): Promise<void> {
    const taken = await this.#change(() => this.#client.call('transactions.ungroup', { ids: [id] }))
    if (taken !== undefined) this.#last = { kind: 'taken-apart', removed: taken.removed }
  }

  async undo(): Promise<void> {
    const last = this.#last
    if (last === undefined) return
    const undone = await this.#change<unknown>(() =>
      last.kind === 'made'
        ? this.#client.call('transactions.ungroup', { ids: [...last.ids] })
        : this.#client.call('transactions.group', { groups: last.removed.map(({ id: _, ...draft }) => draft) }),
    )
    if (undone !== undefined) this.#last = undefined
  }

  /** Returns `undefined` if the change failed, or if another one is under way. */
  async #change<T>(change: () => Promise<T>): Promise<T | undefined> {
    let result: T | undefined
    await this.#actions.run('change', async () => {
      result = await change()
    })
    return result
  }
}
