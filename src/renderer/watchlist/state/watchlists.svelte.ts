import { m } from '../../../shared/messages/messages.js'
import type { Client } from '../../../shared/client.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { Watchlist } from '../../../shared/model/watchlist.ts'
import type { Decimal } from '../../../shared/decimal.ts'
import type { QuoteColumnKey } from '../../../shared/quote-columns.ts'
import { asAppError } from '../../lib/host/failure.ts'
import { moveItem } from '../../lib/drag/drag-geometry.ts'
import { isText, ViewState } from '../../lib/view-state/view-state.svelte.ts'
import { Query } from '../../lib/host/query.svelte.ts'
import { defaultColumns } from './default-columns.ts'
import { PendingChanges } from './pending-changes.svelte.ts'

/** A removed instrument with all its data in the list. */
interface Removed {
  readonly id: string
  readonly symbol: string
  readonly index: number
  readonly target: Decimal | null
  readonly section: string | null
}

/** The watchlists, the selected one, and the actions on them. */
export class Watchlists {
  readonly lists: Query<readonly Watchlist[]>
  readonly #client: Client
  readonly #selectedId = new ViewState('list', '', isText)
  readonly #pending = new PendingChanges()
  #problem = $state.raw<AppError>()
  /** The removals since the screen opened, latest last. Undo reverts them one by one. */
  #removed = $state.raw<readonly Removed[]>([])
  #announcement = $state('')

  constructor(client: Client) {
    this.#client = client
    this.lists = new Query(client, 'watchlists.changed', () => client.call('watchlists.list'), {
      name: 'watchlists',
    })
  }

  /** The selected list, or the first one. */
  get selected(): Watchlist | undefined {
    const lists = this.lists.current
    return lists?.find(({ id }) => id === this.#selectedId.current) ?? lists?.[0]
  }
  get symbols(): readonly string[] {
    const { selected } = this
    return this.#pending.of(selected?.id)?.symbols ?? selected?.symbols ?? []
  }
  /** The chosen columns; `null` for the default columns. */
  get columns(): readonly QuoteColumnKey[] | null {
    const { selected } = this
    const pending = this.#pending.of(selected?.id)?.columns
    return pending === undefined ? (selected?.columns ?? null) : pending
  }
  /** The chosen columns, or the default ones. */
  get shownColumns(): readonly QuoteColumnKey[] {
    return this.columns ?? defaultColumns((this.selected?.targets.length ?? 0) > 0)
  }
  /** The symbol that was last removed from the selected list. */
  get removed(): Removed | undefined {
    return this.#removed.findLast(({ id }) => id === this.selected?.id)
  }
  /** Why the last action failed. */
  get problem(): AppError | undefined {
    return this.#problem
  }
  /** What the last action did, for screen readers. */
  get announcement(): string {
    return this.#announcement
  }

  select(id: string): void {
    this.#selectedId.current = id
  }
  dismissProblem(): void {
    this.#problem = undefined
  }

  create(name: string, symbols?: readonly string[]): Promise<boolean> {
    return this.#try(async () => {
      const list = await this.#client.call('watchlists.create', symbols ? { name, symbols: [...symbols] } : { name })
      this.#selectedId.current = list.id
    })
  }
  duplicate(id: string, name: string): Promise<boolean> {
    return this.#try(async () => {
      this.#selectedId.current = (await this.#client.call('watchlists.duplicate', { id, name })).id
    })
  }
  rename(id: string, name: string): Promise<boolean> {
    return this.#try(() => this.#client.call('watchlists.rename', { id, name }))
  }
  remove(id: string): Promise<boolean> {
    return this.#try(() => this.#client.call('watchlists.remove', { id }))
  }
  /** Moves the list to `index` and selects it. */
  async moveList(id: string, index: number): Promise<void> {
    const lists = this.lists.current ?? []
    const list = lists.find((candidate) => candidate.id === id)
    const at = Math.max(0, Math.min(lists.length - 1, index))
    if (list === undefined || lists.indexOf(list) === at) return
    this.#selectedId.current = id
    if (await this.#try(() => this.#client.call('watchlists.move', { id, index: at })))
      this.#announcement = m.watchlist_name_is_now_list_at_of_count({
        name: list.name,
        at: at + 1,
        count: lists.length,
      })
  }

  addSymbol(id: string, symbol: string): Promise<boolean> {
    return this.#try(() => this.#client.call('watchlists.addSymbol', { id, symbol }))
  }
  /** Adds all symbols or none. */
  addSymbols(id: string, symbols: readonly string[]): Promise<boolean> {
    return this.#try(async () => {
      const { added } = await this.#client.call('watchlists.addSymbols', { id, symbols: [...symbols] })
      this.#announcement = m.watchlist_count_added({ count: added.length })
    })
  }
  async removeSymbol(symbol: string): Promise<boolean> {
    const id = this.selected?.id
    const index = this.symbols.indexOf(symbol)
    if (id === undefined || index < 0) return false
    const [target, section] = [this.targetOf(symbol), this.#sectionOf(symbol)]
    const isDone = await this.#try(() => this.#client.call('watchlists.removeSymbol', { id, symbol }))
    if (isDone) this.#removed = [...this.#removed, { id, symbol, index, target, section }]
    return isDone
  }
  /** Adds the last removed symbol at its old position, with its target and section. */
  restore(): Promise<boolean> {
    const { removed } = this
    return this.#try(async () => {
      if (removed === undefined) return
      const { id, symbol, index, target, section } = removed
      await this.#client.call('watchlists.addSymbols', { id, symbols: [symbol], index, section })
      if (target !== null) await this.#client.call('watchlists.setTarget', { id, symbol, price: target })
      this.#removed = this.#removed.filter((other) => other !== removed)
      this.#announcement = m.watchlist_symbol_is_back({ symbol })
    })
  }

  /** The target price of an instrument of the selected list. */
  targetOf(symbol: string): Decimal | null {
    return this.selected?.targets.find((target) => target.symbol === symbol)?.price ?? null
  }
  /** The section that starts with this instrument. */
  sectionAt(symbol: string): string | null {
    return this.selected?.sections.find(({ symbols }) => symbols[0] === symbol)?.name ?? null
  }
  #sectionOf(symbol: string): string | null {
    return this.selected?.sections.find(({ symbols }) => symbols.includes(symbol))?.name ?? null
  }
  setTarget(symbol: string, price: Decimal | null): Promise<boolean> {
    return this.#ofSelected((id) => this.#client.call('watchlists.setTarget', { id, symbol, price }))
  }
  setSection(symbol: string, section: string | null): Promise<boolean> {
    return this.#ofSelected((id) => this.#client.call('watchlists.setSection', { id, symbol, section }))
  }
  /** Renames a section; `null` removes it. */
  renameSection(section: string, to: string | null): Promise<boolean> {
    return this.#ofSelected((id) => this.#client.call('watchlists.renameSection', { id, section, to }))
  }
  #ofSelected(action: (id: string) => Promise<void>): Promise<boolean> {
    const id = this.selected?.id
    return id === undefined ? Promise.resolve(false) : this.#try(() => action(id))
  }

  /** Shows the new order immediately and saves it; saves run one after the other. */
  moveSymbol(symbol: string, index: number): Promise<unknown> {
    const id = this.selected?.id
    const symbols = moveItem(this.symbols, symbol, index)
    const at = symbols.indexOf(symbol)
    if (id === undefined || at < 0 || at === this.symbols.indexOf(symbol)) return this.#pending.saved
    this.#announcement = m.watchlist_symbol_is_now_row_at_of_count({ symbol, at: at + 1, count: symbols.length })
    return this.#pending.show(id, { symbols }, () =>
      this.#try(() => this.#client.call('watchlists.moveSymbol', { id, symbol, index: at })),
    )
  }
  /** Shows the new columns immediately and saves them. */
  setColumns(columns: readonly QuoteColumnKey[] | null): Promise<unknown> {
    const id = this.selected?.id
    if (id === undefined) return this.#pending.saved
    return this.#pending.show(id, { columns }, () =>
      this.#try(() =>
        this.#client.call('watchlists.setColumns', { id, columns: columns === null ? null : [...columns] }),
      ),
    )
  }

  /** Runs an action and reads the lists again. A failure is kept in `problem`. */
  async #try(action: () => Promise<void>): Promise<boolean> {
    try {
      await action()
      this.#problem = undefined
      await this.lists.refresh()
      return true
    } catch (cause) {
      this.#problem = asAppError(cause)
      return false
    }
  }
}
