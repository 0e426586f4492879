import type { Client } from '../../shared/client.ts'
import type { OrderRow } from '../../shared/model/order-list.ts'
import { Query } from '../lib/query.svelte.ts'
import type { SparkLine } from '../watchlist/sparklines.svelte.ts'

const dayMs = 86_400_000
/** Prices are recorded twice a minute. */
const sparkRefreshMs = 30_000
const most = { movers: 4, watched: 6, working: 3, unread: 3 }

/** What the glance shows, each of it anew as it changes; a short list says how many more there are. */
export class GlanceFigures {
  readonly overview
  readonly #orders
  readonly #notices
  readonly #quotes
  readonly #sparks

  constructor(client: Client) {
    const figureTopics = ['accounts.changed', 'quotes.changed', 'orders.changed', 'settings.changed'] as const
    // An empty list has nothing to show at a glance.
    const readFirstList = async () =>
      (await client.call('watchlists.list')).find(({ symbols }) => symbols.length > 0)?.id
    this.overview = new Query(client, figureTopics, () => client.call('overview.read', { accountId: null }))
    this.#orders = new Query<OrderRow[]>(client, ['orders.changed', 'cancels.changed', 'instruments.changed'], () =>
      client.call('orders.list', { accountId: null }),
    )
    this.#notices = new Query(client, 'notices.changed', () => client.call('notices.list', { limit: 50 }))
    this.#quotes = new Query(client, ['watchlists.changed', 'quotes.changed'], async () => {
      const id = await readFirstList()
      return id === undefined ? [] : client.call('watchlists.quotes', { id })
    })
    this.#sparks = new Query<ReadonlyMap<string, SparkLine>>(
      client,
      ['watchlists.changed', 'quotes.changed'],
      async () => {
        const id = await readFirstList()
        if (id === undefined) return new Map()
        const answer = await client.call('watchlists.sparklines', { id, from: Date.now() - dayMs })
        const { from, until, maxGapMs } = answer
        return new Map(answer.lines.map((line) => [line.symbol, { ...line, from, until, maxGapMs }]))
      },
      { coalesceMs: sparkRefreshMs },
    )
  }

  /** Why some of it could not be read; the overview says its own. */
  get errors() {
    const parts = [this.#orders, this.#notices, this.#quotes]
    return [...new Set(parts.flatMap(({ error }) => (error === undefined ? [] : [error.message])))]
  }

  get movers() {
    return (this.overview.current?.movers ?? []).slice(0, most.movers)
  }

  /** The first watchlist that has a symbol; `undefined` until it is read. */
  get watched() {
    return this.#quotes.current?.slice(0, most.watched)
  }

  get moreWatched(): number {
    return Math.max(0, (this.#quotes.current?.length ?? 0) - most.watched)
  }

  sparkOf(symbol: string): SparkLine | undefined {
    return this.#sparks.current?.get(symbol)
  }

  get working() {
    return this.#in('working').slice(0, most.working)
  }

  get moreWorking(): number {
    return Math.max(0, this.#in('working').length - most.working)
  }

  get inDoubt(): readonly OrderRow[] {
    return this.#in('needs-look')
  }

  /** What alerts told that nobody has looked at. */
  get unread() {
    return (this.#notices.current?.rows ?? []).filter(({ readAt }) => readAt === null).slice(0, most.unread)
  }

  get moreUnread(): number {
    return Math.max(0, (this.#notices.current?.unread ?? 0) - this.unread.length)
  }

  #in(bucket: OrderRow['bucket']): OrderRow[] {
    return (this.#orders.current ?? []).filter((row) => row.bucket === bucket)
  }
}
