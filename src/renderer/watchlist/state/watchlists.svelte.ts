import type { Client } from '../../shared/client.ts'
import type { AppError } from '../../shared/errors.ts'
import type { Watchlist } from '../../shared/model/watchlist.ts'
import type { QuoteColumnKey } from '../../shared/quote-columns.ts'
import { asAppError } from '../lib/failure.ts'
import { moveItem } from '../lib/move-item.ts'
import { Query } from '../lib/query.svelte.ts'

/** What a person changed on screen and the journal does not have yet: it shows at once. */
interface Pending {
  readonly id: string
  readonly symbols?: readonly string[]
  readonly columns?: readonly QuoteColumnKey[] | null
}

/** The lists, the one that is shown, and what a person does with them. */
export class Watchlists {
  readonly lists: Query<readonly Watchlist[]>
  readonly #client: Client
  #selectedId = $state<string>()
  #pending = $state.raw<Pending>()
  #problem = $state.raw<AppError>()
  #removed = $state.raw<{ readonly id: string; readonly symbol: string; readonly index: number }>()
  #said = $state('')
  #waiting = 0
  #lastWish: Promise<unknown> = Promise.resolve()

  constructor(client: Client) {
    this.#client = client
    this.lists = new Query(client, 'watchlists.changed', () => client.call('watchlists.list'))
  }

  /** The list that is shown: the chosen one, or the first. */
  get selected(): Watchlist | undefined {
    const lists = this.lists.current
    return lists?.find(({ id }) => id === this.#selectedId) ?? lists?.[0]
  }
  get symbols(): readonly string[] {
    const { selected } = this
    return this.#pendingOf(selected)?.symbols ?? selected?.symbols ?? []
  }
  /** What the list shows; `null` for what every list shows at first. */
  get columns(): readonly QuoteColumnKey[] | null {
    const { selected } = this
    const pending = this.#pendingOf(selected)?.columns
    return pending === undefined ? (selected?.columns ?? null) : pending
  }
  /** What was removed last from the list that is shown. */
  get removed(): { readonly symbol: string } | undefined {
    return this.#removed?.id === this.selected?.id ? this.#removed : undefined
  }
  /** What went wrong with the person's last wish. */
  get problem(): AppError | undefined {
    return this.#problem
  }
  /** What was done last, for those who cannot see it. */
  get said(): string {
    return this.#said
  }

  select(id: string): void {
    this.#selectedId = id
  }
  dismissProblem(): void {
    this.#problem = undefined
  }

  create(name: string, symbols?: readonly string[]): Promise<boolean> {
    return this.#try(async () => {
      const list = await this.#client.call('watchlists.create', symbols ? { name, symbols: [...symbols] } : { name })
      this.#selectedId = list.id
    })
  }
  duplicate(id: string, name: string): Promise<boolean> {
    return this.#try(async () => {
      this.#selectedId = (await this.#client.call('watchlists.duplicate', { id, name })).id
    })
  }
  rename(id: string, name: string): Promise<boolean> {
    return this.#try(() => this.#client.call('watchlists.rename', { id, name }))
  }
  remove(id: string): Promise<boolean> {
    return this.#try(() => this.#client.call('watchlists.remove', { id }))
  }
  /** Puts the list at `index` of the others and stays with it. */
  async moveList(id: string, index: number): Promise<void> {
    const lists = this.lists.current ?? []
    const list = lists.find((one) => one.id === id)
    const at = Math.max(0, Math.min(lists.length - 1, index))
    if (list === undefined || lists.indexOf(list) === at) return
    this.#selectedId = id
    if (await this.#try(() => this.#client.call('watchlists.move', { id, index: at })))
      this.#said = `“${list.name}” is list ${at + 1} of ${lists.length} now`
  }

  addSymbol(id: string, symbol: string): Promise<boolean> {
    return this.#try(() => this.#client.call('watchlists.addSymbol', { id, symbol }))
  }
  /** All or none. */
  addSymbols(id: string, symbols: readonly string[]): Promise<boolean> {
    return this.#try(async () => {
      const { added } = await this.#client.call('watchlists.addSymbols', { id, symbols: [...symbols] })
      this.#said = `${added.length} added`
    })
  }
  async removeSymbol(symbol: string): Promise<boolean> {
    const id = this.selected?.id
    const index = this.symbols.indexOf(symbol)
    if (id === undefined || index < 0) return false
    const isDone = await this.#try(() => this.#client.call('watchlists.removeSymbol', { id, symbol }))
    if (isDone) this.#removed = { id, symbol, index }
    return isDone
  }
  /** Puts the symbol removed last back to its place. */
  restore(): Promise<boolean> {
    const removed = this.#removed
    return this.#try(async () => {
      if (removed === undefined) return
      const { id, symbol, index } = removed
      await this.#client.call('watchlists.addSymbols', { id, symbols: [symbol], index })
      this.#removed = undefined
    })
  }

  /** Shows the new order at once and tells the journal, one wish after the other. */
  moveSymbol(symbol: string, index: number): Promise<unknown> {
    const id = this.selected?.id
    const symbols = moveItem(this.symbols, symbol, index)
    const at = symbols.indexOf(symbol)
    if (id === undefined || at < 0 || at === this.symbols.indexOf(symbol)) return this.#lastWish
    this.#said = `${symbol} is ${at + 1} of ${symbols.length} now`
    return this.#queue({ ...this.#pendingOf({ id }), id, symbols }, () =>
      this.#client.call('watchlists.moveSymbol', { id, symbol, index: at }),
    )
  }
  /** The same for what the list shows. */
  setColumns(columns: readonly QuoteColumnKey[] | null): Promise<unknown> {
    const id = this.selected?.id
    if (id === undefined) return this.#lastWish
    return this.#queue({ ...this.#pendingOf({ id }), id, columns }, () =>
      this.#client.call('watchlists.setColumns', { id, columns: columns === null ? null : [...columns] }),
    )
  }

  #pendingOf(list: { readonly id: string } | undefined): Pending | undefined {
    return this.#pending?.id === list?.id ? this.#pending : undefined
  }

  #queue(pending: Pending, tell: () => Promise<void>): Promise<unknown> {
    this.#pending = pending
    this.#waiting += 1
    this.#lastWish = this.#lastWish.then(async () => {
      await this.#try(tell)
      this.#waiting -= 1
      if (this.#waiting === 0) this.#pending = undefined
    })
    return this.#lastWish
  }

  /** Does it, then reads the lists again; a failure is kept to be shown and changes nothing. */
  async #try(act: () => Promise<void>): Promise<boolean> {
    try {
      await act()
      this.#problem = undefined
      await this.lists.refresh()
      return true
    } catch (cause) {
      this.#problem = asAppError(cause)
      return false
    }
  }
}
