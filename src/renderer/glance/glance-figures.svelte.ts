import type { Client } from '#shared/client.ts'
import { toNumber } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { ContributionRow } from '#shared/model/contribution.ts'
import type { OrderRow } from '#shared/model/order/list.ts'
import { sparkLines, type SparkLine } from '../chart/spark-path.ts'
import { query } from '../lib/host/queries.svelte.ts'

/** Prices are recorded twice a minute. */
const sparkRefreshMs = 30_000
/** How many rows of each list are shown. */
const maxRows = { contributions: 4, movers: 4, watched: 6, working: 3, unread: 3 }

/** The data of the glance window, kept up to date. Each list is cut; `more…` is the number of rows that are not shown. */
export class GlanceFigures {
  readonly overview
  readonly #orders
  readonly #notices
  readonly #lists
  readonly #quotes
  readonly #lines
  /** The first watchlist that is not empty. */
  readonly #firstId = $derived.by(() => this.#lists.current?.find(({ symbols }) => symbols.length > 0)?.id)
  readonly #sparks = $derived.by(() => sparkLines(this.#lines.current ?? null))

  constructor(client: Client) {
    this.overview = query(client, 'overview.read', () => ({ accountId: null }))
    this.#orders = query(client, 'orders.list', () => ({ accountId: null }), { ignores: ['quotes.changed'] })
    this.#notices = query(client, 'notices.list', () => ({ limit: 50 }))
    this.#lists = query(client, 'watchlists.list')
    this.#quotes = query(client, 'watchlists.quotes', () => {
      const id = this.#firstId
      return id === undefined ? null : { id }
    })
    this.#lines = query(
      client,
      'watchlists.sparklines',
      () => {
        const id = this.#firstId
        return id === undefined ? null : { id, from: Date.now() - dayMs }
      },
      { key: () => this.#firstId, coalesceMs: sparkRefreshMs },
    )
  }

  /** The errors of the failed reads; the overview reports its own error. */
  get errors() {
    const parts = [this.#orders, this.#notices, this.#lists, this.#quotes]
    return [...new Set(parts.flatMap(({ error }) => (error === undefined ? [] : [error.message])))]
  }

  /** The instruments that moved the day's profit most; empty if their amounts cannot be added. */
  get contributions(): readonly ContributionRow[] {
    const { gains = [], losses = [] } = this.overview.current?.contribution ?? {}
    const size = ({ amount }: ContributionRow): number => Math.abs(toNumber(amount))
    return [...gains, ...losses].sort((a, b) => size(b) - size(a)).slice(0, maxRows.contributions)
  }

  get movers() {
    return (this.overview.current?.movers ?? []).slice(0, maxRows.movers)
  }

  /** The quotes of the first watchlist that is not empty; `undefined` until they are read. */
  get watched() {
    if (this.#lists.current !== undefined && this.#firstId === undefined) return []
    return this.#quotes.current?.slice(0, maxRows.watched)
  }

  get moreWatched(): number {
    return Math.max(0, (this.#quotes.current?.length ?? 0) - maxRows.watched)
  }

  /** The recorded prices of the last day; one price alone is not a line. */
  sparkOf(symbol: string): SparkLine | undefined {
    const line = this.#sparks.get(symbol)
    return line !== undefined && line.points.length > 1 ? line : undefined
  }

  get working() {
    return this.#ordersIn('working').slice(0, maxRows.working)
  }

  get moreWorking(): number {
    return Math.max(0, this.#ordersIn('working').length - maxRows.working)
  }

  get needingAttention(): readonly OrderRow[] {
    return this.#ordersIn('needs-attention')
  }

  /** Notices that were not read yet. */
  get unread() {
    return (this.#notices.current?.rows ?? []).filter(({ readAt }) => readAt === null).slice(0, maxRows.unread)
  }

  get moreUnread(): number {
    return Math.max(0, (this.#notices.current?.unread ?? 0) - this.unread.length)
  }

  #ordersIn(bucket: OrderRow['bucket']): OrderRow[] {
    return (this.#orders.current ?? []).filter((row) => row.bucket === bucket)
  }
}
