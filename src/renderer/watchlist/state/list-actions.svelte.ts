import type { Client } from '#shared/client.ts'
import type { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Watchlist } from '#shared/model/watchlist.ts'
import { asAppError } from '../../lib/host/failure.ts'

interface ListSource {
  /** All lists; `undefined` until they are read. */
  readonly lists: () => readonly Watchlist[] | undefined
  readonly select: (id: string) => void
  /** Reads the lists again. */
  readonly refresh: () => Promise<unknown>
}

/** Actions on watchlists: what the last one did, and why it failed. */
export class ListActions {
  readonly #client: Client
  readonly #source: ListSource
  #problem = $state.raw<AppError>()
  #announcement = $state('')

  constructor(client: Client, source: ListSource) {
    this.#client = client
    this.#source = source
  }

  /** Why the last action failed. */
  get problem(): AppError | undefined {
    return this.#problem
  }
  /** What the last action did, for screen readers. */
  get announcement(): string {
    return this.#announcement
  }
  dismissProblem(): void {
    this.#problem = undefined
  }
  announce(text: string): void {
    this.#announcement = text
  }

  /** Runs an action and reads the lists again. A failure is kept in `problem`. */
  async run(action: () => Promise<void>): Promise<boolean> {
    try {
      await action()
      this.#problem = undefined
      await this.#source.refresh()
      return true
    } catch (cause) {
      this.#problem = asAppError(cause)
      return false
    }
  }

  create(name: string, symbols?: readonly string[]): Promise<boolean> {
    return this.run(async () => {
      const list = await this.#client.call('watchlists.create', symbols ? { name, symbols: [...symbols] } : { name })
      this.#source.select(list.id)
    })
  }
  duplicate(id: string, name: string): Promise<boolean> {
    return this.run(async () => {
      this.#source.select((await this.#client.call('watchlists.duplicate', { id, name })).id)
    })
  }
  rename(id: string, name: string): Promise<boolean> {
    return this.run(() => this.#client.call('watchlists.rename', { id, name }))
  }
  remove(id: string): Promise<boolean> {
    return this.run(() => this.#client.call('watchlists.remove', { id }))
  }
  /** Moves the list to `index` and selects it. */
  async move(id: string, index: number): Promise<void> {
    const lists = this.#source.lists() ?? []
    const list = lists.find((candidate) => candidate.id === id)
    const at = Math.max(0, Math.min(lists.length - 1, index))
    if (list === undefined || lists.indexOf(list) === at) return
    this.#source.select(id)
    if (await this.run(() => this.#client.call('watchlists.move', { id, index: at })))
      this.announce(m.watchlist_name_is_now_list_at_of_count({ name: list.name, at: at + 1, count: lists.length }))
  }
}
