import type { Client } from '../../../shared/client.ts'
import type { QuoteRow } from '../../../shared/model/watchlist.ts'
import { Query } from '../../lib/host/query.svelte.ts'

/** The quotes of the contracts on screen. Quotes loaded before are kept while others load. */
export class ChainQuotes {
  #kept: ReadonlyMap<string, QuoteRow> = new Map()
  readonly #query: Query<ReadonlyMap<string, QuoteRow>>

  constructor(client: Client, symbols: () => readonly string[]) {
    this.#query = new Query<ReadonlyMap<string, QuoteRow>>(
      client,
      ['quotes.changed', 'schedules.changed'],
      async () => {
        const rows = symbols().length === 0 ? [] : await client.call('quotes.list', { symbols: [...symbols()] })
        this.#kept = new Map([...this.#kept, ...rows.map((row) => [row.symbol, row] as const)])
        return this.#kept
      },
    )
    $effect(() => {
      if (symbols().length > 0) void this.#query.refresh()
    })
  }

  /** The decimals of prices: the maximum among the quotes, because a contract's own are unknown until it is opened. */
  readonly decimals = $derived.by(() => {
    const prices = [...(this.#query.current?.values() ?? [])].flatMap(({ quote }) => [
      quote?.last,
      quote?.bid,
      quote?.ask,
    ])
    return Math.max(0, ...prices.map((price) => price?.split('.')[1]?.length ?? 0))
  })

  of(symbol: string | undefined): QuoteRow | undefined {
    return symbol === undefined ? undefined : this.#query.current?.get(symbol)
  }
}
