import type { Client } from '#shared/client.ts'
import { hourMs, dayMs } from '#shared/durations.ts'
import type { PriceLines } from '#shared/model/watchlist.ts'
import { sparkLines, type SparkLine } from '../../chart/spark-path.ts'
import { query } from '../../lib/host/queries.svelte.ts'
import type { Query } from '../../lib/host/query.svelte.ts'
import { oneOf, ViewState } from '../../lib/view-state/view-state.svelte.ts'
import type { Watchlists } from '../state/watchlists.svelte.ts'

/** The period that a sparkline shows. */
export type SparkSpan = 'hour' | 'day' | 'week'
const sparkSpanMs = { hour: hourMs, day: dayMs, week: 7 * dayMs } as const

/** Prices are recorded twice a minute, so reading more often shows nothing new. */
const refreshMs = 30_000

/** The recorded prices of all instruments of the selected list, in one request. */
export class Sparklines {
  readonly #span = new ViewState<SparkSpan>('sparklines', 'day', oneOf('hour', 'day', 'week'))
  readonly #lines: Query<PriceLines | null>
  readonly #bySymbol = $derived.by(() => sparkLines(this.#lines.current ?? null))

  /** Reads only while `isShown` returns true. */
  constructor(client: Client, watchlists: Watchlists, isShown: () => boolean) {
    this.#lines = query(
      client,
      'watchlists.sparklines',
      () => {
        const id = watchlists.selected?.id
        return id === undefined || !isShown() ? null : { id, from: Date.now() - sparkSpanMs[this.span] }
      },
      {
        key: () => [watchlists.selected?.id, this.span, isShown(), ...watchlists.symbols.toSorted()].join('\n'),
        coalesceMs: refreshMs,
      },
    )
  }

  get span(): SparkSpan {
    return this.#span.current
  }
  set span(span: SparkSpan) {
    this.#span.current = span
  }

  /** `undefined` until it is read. */
  get(symbol: string): SparkLine | undefined {
    return this.#bySymbol.get(symbol)
  }
}
