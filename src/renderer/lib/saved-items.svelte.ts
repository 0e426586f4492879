import type { AppError } from '#shared/errors.ts'
import { ActionRunner } from './action-runner.svelte.ts'
import type { Query } from './host/query.svelte.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** An item to save; a new one has no id. */
type Draft<T> = Omit<T, 'id'> & { readonly id: string | null }

/** The storage of the items. */
interface Store<T> {
  readonly list: Query<readonly T[]>
  /** `known`: the items that are already saved. */
  readonly save: (item: Draft<T>, known: readonly T[]) => Promise<unknown>
  readonly remove: (id: string) => Promise<unknown>
}

/** Named items that the user saved. The last removed item can be restored. */
export class SavedItems<T extends Named> {
  readonly list: Query<readonly T[]>
  readonly #store: Store<T>
  readonly #actions = new ActionRunner()
  #removed = $state.raw<T>()

  constructor(store: Store<T>) {
    this.#store = store
    this.list = store.list
  }

  /** Why the last change failed. */
  get problem(): AppError | undefined {
    return this.#actions.error
  }
  get removed(): T | undefined {
    return this.#removed
  }

  /** Returns whether it was saved. */
  save(item: Draft<T>): Promise<boolean> {
    return this.#run('save', () => this.#store.save(item, this.list.current ?? []))
  }
  async remove(item: T): Promise<void> {
    if (await this.#run('remove', () => this.#store.remove(item.id))) this.#removed = item
  }
  async restore(): Promise<void> {
    if (this.#removed !== undefined && (await this.save({ ...this.#removed, id: null }))) this.#removed = undefined
  }

  async #run(name: string, action: () => Promise<unknown>): Promise<boolean> {
    const isDone = await this.#actions.run(name, action)
    if (isDone) await this.list.refresh()
    return isDone
  }
}
