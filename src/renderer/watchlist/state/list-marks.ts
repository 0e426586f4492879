import type { Client } from '#shared/client.ts'
import type { Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { Watchlist } from '#shared/model/watchlist.ts'
import type { ListChange } from './undo-history.svelte.ts'

/** How a change of a list is undone. */
export type Undo = Pick<ListChange, 'symbol' | 'text'> & { readonly revert: (id: string) => Promise<void> }

interface List {
  readonly selected: () => Watchlist | undefined
  /** The symbols of the selected list in the order on screen. */
  readonly symbols: () => readonly string[]
  readonly nameOf: (symbol: string) => string
  /** Changes the selected list. Returns whether the change is saved. */
  readonly change: (action: (id: string) => Promise<void>, undo: Undo) => Promise<boolean>
}

/** Target prices and sections of the selected list, and their changes. */
export class ListMarks {
  readonly #client: Client
  readonly #list: List

  constructor(client: Client, list: List) {
    this.#client = client
    this.#list = list
  }

  targetOf(symbol: string): Decimal | null {
    return this.#list.selected()?.targets.find((target) => target.symbol === symbol)?.price ?? null
  }
  sectionOf(symbol: string): string | null {
    return this.#sections.find(({ symbols }) => symbols.includes(symbol))?.name ?? null
  }
  /** The section that starts with this instrument. */
  sectionAt(symbol: string): string | null {
    return this.#sections.find(({ symbols }) => symbols[0] === symbol)?.name ?? null
  }

  setTarget(symbol: string, price: Decimal | null): Promise<boolean> {
    const before = this.targetOf(symbol)
    const set = (id: string, to: Decimal | null) => this.#client.call('watchlists.setTarget', { id, symbol, price: to })
    return this.#list.change((id) => set(id, price), {
      symbol,
      text: m.watchlist_target_of_instrument_was_changed({ name: this.#list.nameOf(symbol) }),
      revert: (id) => set(id, before),
    })
  }
  setSection(symbol: string, section: string | null): Promise<boolean> {
    const before = this.#placeOf(symbol)
    return this.#list.change((id) => this.#client.call('watchlists.setSection', { id, symbol, section }), {
      symbol,
      text: m.watchlist_section_of_instrument_was_changed({ name: this.#list.nameOf(symbol) }),
      revert: (id) => this.#client.call('watchlists.moveSymbol', { id, symbol, ...before }),
    })
  }
  /** Renames a section; `null` removes it. */
  renameSection(section: string, to: string | null): Promise<boolean> {
    const { symbols = [] } = this.#sections.find(({ name }) => name === section) ?? {}
    const [symbol = ''] = symbols
    const rename = (id: string, from: string, next: string | null) =>
      this.#client.call('watchlists.renameSection', { id, section: from, to: next })
    return this.#list.change((id) => rename(id, section, to), {
      symbol,
      text: m.watchlist_section_name_was_changed({ name: section }),
      revert: (id) => (to === null ? this.#joinSection(id, section, symbols) : rename(id, to, section)),
    })
  }

  get #sections(): Watchlist['sections'] {
    return this.#list.selected()?.sections ?? []
  }
  #placeOf(symbol: string): { readonly index: number; readonly section: string | null } {
    return { index: this.#list.symbols().indexOf(symbol), section: this.sectionOf(symbol) }
  }
  /** Gives back a removed section to its rows. The last row comes first, so that no row is between rows of another section. */
  async #joinSection(id: string, section: string, symbols: readonly string[]): Promise<void> {
    for (const symbol of symbols.toReversed()) {
      const { index } = this.#placeOf(symbol)
      if (index >= 0) await this.#client.call('watchlists.moveSymbol', { id, symbol, index, section })
    }
  }
}
