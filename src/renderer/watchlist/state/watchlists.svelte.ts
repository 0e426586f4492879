import type { Client } from '#shared/client.ts'
import { m } from '#shared/messages/messages.js'
import type { Watchlist } from '#shared/model/watchlist.ts'
import type { QuoteColumnKey } from '#shared/quote-columns.ts'
import { moveItem } from '../../lib/drag/drag-geometry.ts'
import { query } from '../../lib/host/queries.svelte.ts'
import type { Query } from '../../lib/host/query.svelte.ts'
import { isText, ViewState } from '../../lib/view-state/view-state.svelte.ts'
import { ListActions } from './list-actions.svelte.ts'
import { ListMarks, type Undo } from './list-marks.ts'
import { PendingChanges } from './pending-changes.svelte.ts'
import { UndoHistory, type ListChange } from './undo-history.svelte.ts'

const withoutTarget: readonly QuoteColumnKey[] = [
  'last',
  'changePercent',
  'sparkline',
  'bid',
  'ask',
  'range',
  'volume',
  'market',
]

/** The columns of a list until the user chooses others. */
const defaultColumns = (hasTargets: boolean): readonly QuoteColumnKey[] =>
  hasTargets ? withoutTarget.toSpliced(2, 0, 'target') : withoutTarget

/** The watchlists, the selected one, and the changes of its symbols and columns. */
export class Watchlists {
  readonly lists: Query<readonly Watchlist[]>
  readonly actions: ListActions
  /** Target prices and sections of the selected list. */
  readonly marks: ListMarks
  readonly #client: Client
  readonly #nameOf: (symbol: string) => string
  readonly #selectedId = new ViewState('list', '', isText)
  readonly #pending = new PendingChanges()
  readonly #history = new UndoHistory()

  /** `nameOf` names an instrument in the texts about a change. */
  constructor(client: Client, nameOf: (symbol: string) => string) {
    this.#client = client
    this.#nameOf = nameOf
    this.lists = query(client, 'watchlists.list')
    this.actions = new ListActions(client, {
      lists: () => this.lists.current,
      select: (id) => this.select(id),
      refresh: () => this.lists.refresh(),
    })
    this.marks = new ListMarks(client, {
      selected: () => this.selected,
      symbols: () => this.symbols,
      nameOf,
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

  select(id: string): void {
    this.#selectedId.current = id
  }

  addSymbol(id: string, symbol: string): Promise<boolean> {
    return this.actions.run(() => this.#client.call('watchlists.addSymbol', { id, symbol }))
  }
  /** Adds all symbols or none. */
  addSymbols(id: string, symbols: readonly string[]): Promise<boolean> {
    return this.actions.run(async () => {
      const { added } = await this.#client.call('watchlists.addSymbols', { id, symbols: [...symbols] })
      this.actions.announce(m.watchlist_count_added({ count: added.length }))
    })
  }
  async removeSymbol(symbol: string): Promise<boolean> {
    const id = this.selected?.id
    const index = this.symbols.indexOf(symbol)
    if (id === undefined || index < 0) return false
    const [target, section] = [this.marks.targetOf(symbol), this.marks.sectionOf(symbol)]
    const name = this.#nameOf(symbol)
    const isDone = await this.actions.run(() => this.#client.call('watchlists.removeSymbol', { id, symbol }))
    if (isDone)
      this.#history.add({
        listId: id,
        symbol,
        text: m.watchlist_instrument_was_removed({ name }),
        undoneText: m.watchlist_instrument_is_back({ name }),
        // At its old position, with its target and section.
        revert: () =>
          this.actions.run(async () => {
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
    if (undone !== undefined) this.actions.announce(undone.undoneText)
    return undone?.symbol
  }

  /** Changes the selected list. `revert` undoes it. */
  async #changeSelected(action: (id: string) => Promise<void>, undo: Undo): Promise<boolean> {
    const id = this.selected?.id
    if (id === undefined || !(await this.actions.run(() => action(id)))) return false
    const { symbol, text } = undo
    const undoneText = m.watchlist_what_is_undone({ what: text })
    this.#history.add({ listId: id, symbol, text, undoneText, revert: () => this.actions.run(() => undo.revert(id)) })
    return true
  }

  /** Shows the new order immediately and saves it; saves run one after the other. */
  moveSymbol(symbol: string, index: number): Promise<unknown> {
    const id = this.selected?.id
    const symbols = moveItem(this.symbols, symbol, index)
    const at = symbols.indexOf(symbol)
    const from = this.symbols.indexOf(symbol)
    if (id === undefined || at < 0 || at === from) return this.#pending.saved
    const name = this.#nameOf(symbol)
    this.actions.announce(m.watchlist_instrument_is_now_row_at_of_count({ name, at: at + 1, count: symbols.length }))
    const text = m.watchlist_instrument_was_moved({ name })
    let section: string | null = null
    const change: ListChange = {
      listId: id,
      symbol,
      text,
      undoneText: m.watchlist_what_is_undone({ what: text }),
      revert: async () => {
        await this.#pending.saved
        return this.actions.run(() => this.#client.call('watchlists.moveSymbol', { id, symbol, index: from, section }))
      },
    }
    this.#history.add(change)
    return this.#pending.show(id, { symbols }, async () => {
      // Earlier moves, which are saved now, may have changed the section.
      section = this.marks.sectionOf(symbol)
      const isSaved = await this.actions.run(() =>
        this.#client.call('watchlists.moveSymbol', { id, symbol, index: at }),
      )
      if (!isSaved) this.#history.drop(change)
    })
  }
  /** Shows the new columns immediately and saves them. */
  setColumns(columns: readonly QuoteColumnKey[] | null): Promise<unknown> {
    const id = this.selected?.id
    if (id === undefined) return this.#pending.saved
    return this.#pending.show(id, { columns }, () =>
      this.actions.run(() =>
        this.#client.call('watchlists.setColumns', { id, columns: columns === null ? null : [...columns] }),
      ),
    )
  }
}
