import type { Client } from '../../shared/client.ts'
import type { AppError } from '../../shared/errors.ts'
import type { SavedView } from '../../shared/model/transaction-filter.ts'
import { asAppError } from '../lib/failure.ts'
import { Query } from '../lib/query.svelte.ts'
import { hashOf, type Look } from './address.ts'

/** Looks with names. What was removed last can be brought back. */
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
  /** The view whose look this is. */
  matching(look: Look): SavedView | undefined {
    const hash = hashOf(look)
    return this.list.current?.find((view) => hashOf(view) === hash)
  }

  save(name: string, { filter, direction }: Look): Promise<boolean> {
    return this.#try(() => this.#client.call('views.save', { id: null, name, filter, direction }))
  }
  rename({ id, filter, direction }: SavedView, name: string): Promise<boolean> {
    return this.#try(() => this.#client.call('views.save', { id, name, filter, direction }))
  }
  /** Keeps another look under the same name. */
  replace({ id, name }: SavedView, { filter, direction }: Look): Promise<boolean> {
    return this.#try(() => this.#client.call('views.save', { id, name, filter, direction }))
  }
  async remove(view: SavedView): Promise<void> {
    if (await this.#try(() => this.#client.call('views.remove', { id: view.id }))) this.#removed = view
  }
  async restore(): Promise<void> {
    if (this.#removed !== undefined && (await this.save(this.#removed.name, this.#removed))) this.#removed = undefined
  }

  async #try(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act()
      this.#problem = undefined
      await this.list.refresh()
      return true
    } catch (cause) {
      this.#problem = asAppError(cause)
      return false
    }
  }
}
