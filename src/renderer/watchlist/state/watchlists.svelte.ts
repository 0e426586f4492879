import { m } from '../../../shared/messages/messages.js'
import type { Client } from '../../../shared/client.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { Watchlist } from '../../../shared/model/watchlist.ts'
import type { QuoteColumnKey } from '../../../shared/quote-columns.ts'
import { asAppError } from '../../lib/host/failure.ts'
import { moveItem } from '../../lib/drag/drag-geometry.ts'
import { isText, ViewState } from '../../lib/view-state/view-state.svelte.ts'
import { Query } from '../../lib/host/query.svelte.ts'
import { defaultColumns } from './default-columns.ts'
import { ListMarks, type Undo } from './list-marks.ts'
import { PendingChanges } from './pending-changes.svelte.ts'
import { UndoHistory, type ListChange } from './undo-history.svelte.ts'

/** The watchlists, the selected one, and the actions on them. */
export class Watchlists {
  readonly lists: Query<readonly Watchlist[]>
  /** Target prices and sections of the selected list. */
  readonly marks: ListMarks
  readonly #client: Client
  readonly #selectedId = new ViewState('list', '', isText)
  readonly #pending = new PendingChanges()
  #problem = $state.raw<AppError>()
  readonly #history = new UndoHistory()
  #announcement = $state('')

  constructor(client: Client) {
    this.#client = client
    this.lists = new Query(client, 'watchlists.changed', () => client.call('watchlists.list'), {
      name: 'watchlists',
    })
    this.marks = new ListMarks(client, {
      selected: () => this.selected,
      symbols: () => this.symbols,
      change: (action, undo) => this.#changeSelected(action, undo),
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
  /** The latest change of the selected list that can be undone. */
  get undoable(): ListChange | undefined {
    return this.#history.latest(this.selected?.id)
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
    const [target, section] = [this.marks.targetOf(symbol), this.marks.sectionOf(symbol)]
    const isDone = await this.#try(() => this.#client.call('watchlists.removeSymbol', { id, symbol }))
    if (isDone)
      this.#history.add({
        ...{ listId: id, symbol, text: m.watchlist_symbol_was_removed({ symbol }) },
        undoneText: m.watchlist_symbol_is_back({ symbol }),
        // At its old position, with its target and section.
        revert: () =>
          this.#try(async () => {
            await this.#client.call('watchlists.addSymbols', { id, symbols: [symbol], index, section })
            if (target !== null) await this.#client.call('watchlists.setTarget', { id, symbol, price: target })
          }),
      })
    return isDone
  }
  /** Undoes the latest change of the selected list. Returns the symbol of the changed row; `undefined` if nothing is undone. */
  async undo(): Promise<string | undefined> {
    const id = this.selected?.id
    const undone = id === undefined ? undefined : await this.#history.undo(id)
    if (undone !== undefined) this.#announcement = undone.undoneText
    return undone?.symbol
  }

  /** Changes the selected list. `revert` undoes it. */
  async #changeSelected(action: (id: string) => Promise<void>, undo: Undo): Promise<boolean> {
    const id = this.selected?.id
    if (id === undefined || !(await this.#try(() => action(id)))) return false
    const { symbol, text } = undo
    const undoneText = m.watchlist_what_is_undone({ what: text })
    this.#history.add({ listId: id, symbol, text, undoneText, revert: () => this.#try(() => undo.revert(id)) })
    return true
  }

  /** Shows the new order immediately and saves it; saves run one after the other. */
  moveSymbol(symbol: string, index: number): Promise<unknown> {
    const id = this.selected?.id
    const symbols = moveItem(this.symbols, symbol, index)
    const at = symbols.indexOf(symbol)
    const from = this.symbols.indexOf(symbol)
    if (id === undefined || at < 0 || at === from) return this.#pending.saved
    this.#announcement = m.watchlist_symbol_is_now_row_at_of_count({ symbol, at: at + 1, count: symbols.length })
    const text = m.watchlist_symbol_was_moved({ symbol })
    let section: string | null = null
    const change: ListChange = {
      ...{ listId: id, symbol, text, undoneText: m.watchlist_what_is_undone({ what: text }) },
      revert: async () => {
        await this.#pending.saved
        return this.#try(() => this.#client.call('watchlists.moveSymbol', { id, symbol, index: from, section }))
      },
    }
    this.#history.add(change)
    return this.#pending.show(id, { symbols }, async () => {
      // Earlier moves, which are saved now, may have changed the section.
      section = this.marks.sectionOf(symbol)
      const isSaved = await this.#try(() => this.#client.call('watchlists.moveSymbol', { id, symbol, index: at }))
      if (!isSaved) this.#history.drop(change)
    })
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
