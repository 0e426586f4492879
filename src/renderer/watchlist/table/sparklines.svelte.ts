import type { Client } from '../../shared/client.ts'
import type { PriceLine } from '../../shared/model/watchlist.ts'
import { Query } from '../lib/query.svelte.ts'
import type { Watchlists } from './watchlists.svelte.ts'

/** How much of the past a sparkline shows. */
export type SparkSpan = 'hour' | 'day' | 'week'
const sparkSpanMs = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 } as const

/** What was recorded of one price, and how far apart its points may lie without a gap. */
export interface SparkLine extends PriceLine {
  readonly from: number
  readonly until: number
  readonly maxGapMs: number
}

/** Prices are written to the journal twice a minute: to look more often shows nothing new. */
const refreshMs = 30_000

/** The recorded prices of all instruments of the list that is shown, by one request. */
export class Sparklines {
  span = $state<SparkSpan>('day')
  readonly #lines: Query<ReadonlyMap<string, SparkLine>>

  /** Asks only while `isShown`. */
  constructor(client: Client, watchlists: Watchlists, isShown: () => boolean) {
    this.#lines = new Query(
      client,
      'quotes.changed',
      async () => {
        const id = watchlists.selected?.id
        if (id === undefined || !isShown()) return new Map()
        const answer = await client.call('watchlists.sparklines', { id, from: Date.now() - sparkSpanMs[this.span] })
        const { from, until, maxGapMs } = answer
        return new Map(answer.lines.map((line) => [line.symbol, { ...line, from, until, maxGapMs }]))
      },
      {
        key: () => [watchlists.selected?.id, this.span, isShown(), ...watchlists.symbols.toSorted()].join('\n'),
        coalesceMs: refreshMs,
      },
    )
  }

  /** `undefined` until it was read. */
  get(symbol: string): SparkLine | undefined {
    return this.#lines.current?.get(symbol)
  }
}
