import type { Client } from '../../../shared/client.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { SavedView } from '../../../shared/model/transaction/kind-choice.ts'
import { asAppError } from '../../lib/host/failure.ts'
import { Query } from '../../lib/host/query.svelte.ts'
import { hashOf, type ViewSettings } from '../../navigation/transactions-address.ts'

/** The saved views of the person. The last removed one can be restored. */
export class SavedViews {
  readonly list: Query<SavedView[]>
  readonly #client: Client
  #problem = $state.raw<AppError>()
  #removed = $state.raw<SavedView>()

  constructor(client: Client) {
    this.#client = client
    this.list = new Query(client, 'views.changed', () => client.call('views.list'))
  }

  get problem(): AppError | undefined {
    return this.#problem
  }
  get removed(): SavedView | undefined {
    return this.#removed
  }
  /** The saved view with these settings. */
  matching(settings: ViewSettings): SavedView | undefined {
    const hash = hashOf(settings)
    return this.list.current?.find((view) => hashOf(view) === hash)
  }

  save(name: string, { filter, direction }: ViewSettings): Promise<boolean> {
    return this.#try(() => this.#client.call('views.save', { id: null, name, filter, direction }))
  }
  rename({ id, filter, direction }: SavedView, name: string): Promise<boolean> {
    return this.#try(() => this.#client.call('views.save', { id, name, filter, direction }))
  }
  /** Saves other settings under the same name. */
  replace({ id, name }: SavedView, { filter, direction }: ViewSettings): Promise<boolean> {
    return this.#try(() => this.#client.call('views.save', { id, name, filter, direction }))
  }
  async remove(view: SavedView): Promise<void> {
    if (await this.#try(() => this.#client.call('views.remove', { id: view.id }))) this.#removed = view
  }
  async restore(): Promise<void> {
    if (this.#removed !== undefined && (await this.save(this.#removed.name, this.#removed))) this.#removed = undefined
  }

  async #try(action: () => Promise<unknown>): Promise<boolean> {
    try {
      await action()
      this.#problem = undefined
      await this.list.refresh()
      return true
    } catch (cause) {
      this.#problem = asAppError(cause)
      return false
    }
  }
}
