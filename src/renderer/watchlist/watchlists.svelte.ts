import type { Client } from '../../shared/client.ts'
import type { AppError } from '../../shared/errors.ts'
import type { QuoteRow, Watchlist } from '../../shared/model/watchlist.ts'
import { asAppError } from '../lib/failure.ts'
import { Query } from '../lib/query.svelte.ts'
import { moveSymbol } from './reorder.ts'

/** A line of a watchlist; `quote` is `null` until the list's quotes have been read. */
export interface WatchRow {
  readonly symbol: string
  readonly index: number
  readonly quote: QuoteRow | null
}

/** The lists, the one that is shown, and what a person does with them. */
export class Watchlists {
  readonly lists: Query<readonly Watchlist[]>
  readonly #quotes: Query<{ readonly id: string; readonly rows: readonly QuoteRow[] }>
  readonly #client: Client
  #selectedId = $state<string>()
  /** The order as moved on screen, until the journal has it. */
  #moved = $state.raw<{ readonly id: string; readonly symbols: readonly string[] }>()
  #problem = $state.raw<AppError>()
  #removed = $state.raw<{ readonly id: string; readonly symbol: string; readonly index: number }>()
  #moving = 0
  #lastMove: Promise<void> = Promise.resolve()

  constructor(client: Client) {
    this.#client = client
    this.lists = new Query(client, 'watchlists.changed', () => client.call('watchlists.list'))
    this.#quotes = new Query(
      client,
      ['quotes.changed', 'watchlists.changed', 'schedules.changed', 'instruments.changed'],
      async () => {
        const id = this.selected?.id ?? ''
        return { id, rows: id === '' ? [] : await client.call('watchlists.quotes', { id }) }
      },
      { key: () => this.selected?.id },
    )
  }

  /** The list that is shown: the chosen one, or the first. */
  get selected(): Watchlist | undefined {
    const lists = this.lists.current
    return lists?.find(({ id }) => id === this.#selectedId) ?? lists?.[0]
  }
  get symbols(): readonly string[] {
    const { selected } = this
    return this.#moved !== undefined && this.#moved.id === selected?.id
      ? this.#moved.symbols
      : (selected?.symbols ?? [])
  }
  /** In the person's own order. Quotes of another list never show here. */
  get rows(): readonly WatchRow[] {
    const answer = this.#quotes.current
    const quotes = new Map(
      (answer?.id === this.selected?.id ? answer?.rows : undefined)?.map((row) => [row.symbol, row]),
    )
    return this.symbols.map((symbol, index) => ({ symbol, index, quote: quotes.get(symbol) ?? null }))
  }
  get quotesError(): AppError | undefined {
    return this.#quotes.error
  }
  /** What was removed last from the list that is shown. */
  get removed(): { readonly symbol: string } | undefined {
    return this.#removed?.id === this.selected?.id ? this.#removed : undefined
  }
  /** What went wrong with the person's last wish. */
  get problem(): AppError | undefined {
    return this.#problem
  }

  select(id: string): void {
    this.#selectedId = id
  }
  dismissProblem(): void {
    this.#problem = undefined
  }

  create(name: string): Promise<boolean> {
    return this.#try(async () => {
      this.#selectedId = (await this.#client.call('watchlists.create', { name })).id
    })
  }
  rename(id: string, name: string): Promise<boolean> {
    return this.#try(() => this.#client.call('watchlists.rename', { id, name }))
  }
  remove(id: string): Promise<boolean> {
    return this.#try(() => this.#client.call('watchlists.remove', { id }))
  }
  addSymbol(id: string, symbol: string): Promise<boolean> {
    return this.#try(() => this.#client.call('watchlists.addSymbol', { id, symbol }))
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
      await this.#client.call('watchlists.addSymbol', { id: removed.id, symbol: removed.symbol })
      await this.#client.call('watchlists.moveSymbol', removed)
      this.#removed = undefined
    })
  }

  /** Shows the new order at once and tells the journal, one move after the other. */
  moveSymbol(symbol: string, index: number): Promise<void> {
    const id = this.selected?.id
    const symbols = moveSymbol(this.symbols, symbol, index)
    const at = symbols.indexOf(symbol)
    if (id === undefined || at < 0 || at === this.symbols.indexOf(symbol)) return this.#lastMove
    this.#moved = { id, symbols }
    this.#moving += 1
    this.#lastMove = this.#lastMove.then(async () => {
      await this.#try(() => this.#client.call('watchlists.moveSymbol', { id, symbol, index: at }))
      this.#moving -= 1
      if (this.#moving === 0) this.#moved = undefined
    })
    return this.#lastMove
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
