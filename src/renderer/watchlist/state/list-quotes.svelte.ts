import type { Client } from '../../shared/client.ts'
import type { AppError } from '../../shared/errors.ts'
import type { QuoteRow } from '../../shared/model/watchlist.ts'
import { Query } from '../lib/query.svelte.ts'
import type { Watchlists } from './watchlists.svelte.ts'

/** A line of a watchlist; `quote` is `null` until the list's quotes have been read. */
export interface WatchRow {
  readonly symbol: string
  readonly quote: QuoteRow | null
}

/** The quotes of the list that is shown, in the person's own order. */
export class ListQuotes {
  readonly #watchlists: Watchlists
  readonly #quotes: Query<{ readonly id: string; readonly rows: readonly QuoteRow[] }>
  /** The rows as they were shown, by symbol: one that did not change stays the same object and is not drawn again. */
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

  /** Quotes of another list never show here. */
  #rows(): readonly WatchRow[] {
    const answer = this.#quotes.current
    const isOwn = answer?.id === this.#watchlists.selected?.id
    const quotes = new Map((isOwn ? answer?.rows : undefined)?.map((row) => [row.symbol, row]))
    const lines = this.#watchlists.symbols.map((symbol) => {
      const quote = quotes.get(symbol) ?? null
      const text = JSON.stringify(quote)
      const before = this.#shown.get(symbol)
      return before?.text === text ? before : { text, row: { symbol, quote } }
    })
    this.#shown = new Map(lines.map((line) => [line.row.symbol, line]))
    return lines.map(({ row }) => row)
  }
}
