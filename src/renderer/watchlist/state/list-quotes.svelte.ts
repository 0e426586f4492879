import type { Client } from '../../../shared/client.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { QuoteRow } from '../../../shared/model/watchlist.ts'
import { Query } from '../../lib/host/query.svelte.ts'
import type { Watchlists } from './watchlists.svelte.ts'

/** A row of a watchlist; `quote` is `null` until the quotes of the list are read. */
export interface WatchRow {
  readonly symbol: string
  readonly quote: QuoteRow | null
}

/** The quotes of the selected list, in the order that the user chose. */
export class ListQuotes {
  readonly #watchlists: Watchlists
  readonly #quotes: Query<{ readonly id: string; readonly rows: readonly QuoteRow[] }>
  /** The previous rows by symbol. An unchanged row stays the same object, so that it is not rendered again. */
  #shown: ReadonlyMap<string, { readonly text: string; readonly row: WatchRow }> = new Map()
  readonly rows = $derived.by(() => this.#rows())

  constructor(client: Client, watchlists: Watchlists) {
    this.#watchlists = watchlists
    this.#quotes = new Query(
      client,
      ['quotes.changed', 'watchlists.changed', 'schedules.changed', 'instruments.changed', 'accounts.changed'],
      async () => {
        const id = watchlists.selected?.id ?? ''
        return { id, rows: id === '' ? [] : await client.call('watchlists.quotes', { id }) }
      },
      { key: () => watchlists.selected?.id },
    )
  }

  get error(): AppError | undefined {
    return this.#quotes.error
  }

  /** Ignores quotes that belong to another list. */
  #rows(): readonly WatchRow[] {
    const response = this.#quotes.current
    const isOwn = response?.id === this.#watchlists.selected?.id
    const quotes = new Map((isOwn ? response?.rows : undefined)?.map((row) => [row.symbol, row]))
    const lines = this.#watchlists.symbols.map((symbol) => {
      const quote = quotes.get(symbol) ?? null
      const text = JSON.stringify(quote)
      const previous = this.#shown.get(symbol)
      return previous?.text === text ? previous : { text, row: { symbol, quote } }
    })
    this.#shown = new Map(lines.map((line) => [line.row.symbol, line]))
    return lines.map(({ row }) => row)
  }
}
