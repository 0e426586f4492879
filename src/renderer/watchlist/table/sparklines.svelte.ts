import type { Client } from '#shared/client.ts'
import { hourMs, dayMs } from '#shared/durations.ts'
import type { SparkLine } from '../../chart/spark-path.ts'
import { Query } from '../../lib/host/query.svelte.ts'
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
  readonly #lines: Query<ReadonlyMap<string, SparkLine>>

  /** Reads only while `isShown` returns true. */
  constructor(client: Client, watchlists: Watchlists, isShown: () => boolean) {
    this.#lines = new Query(
      client,
      'quotes.changed',
      async () => {
        const id = watchlists.selected?.id
        if (id === undefined || !isShown()) return new Map()
        const response = await client.call('watchlists.sparklines', { id, from: Date.now() - sparkSpanMs[this.span] })
        const { from, until, maxGapMs } = response
        return new Map(response.lines.map((line) => [line.symbol, { ...line, from, until, maxGapMs }]))
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
    return this.#lines.current?.get(symbol)
  }
}
