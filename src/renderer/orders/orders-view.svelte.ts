import { SvelteSet } from 'svelte/reactivity'
import type { OrderBucket, OrderRow } from '../../shared/model/order-list.ts'
import type { OrderLeg } from '../../shared/model/order.ts'
import type { Sort } from '../ui/data-table.svelte.ts'
import { orderColumns, isOrderColumn } from './order-columns.ts'
import { bucketTitles, describeOrder, orderKey } from './order-words.ts'

/** A line of the table: a bucket's heading, an order, or one of an order's legs. */
export type OrderLine =
  | { readonly kind: 'bucket'; readonly key: string; readonly title: string; readonly count: number }
  | { readonly kind: 'order'; readonly key: string; readonly row: OrderRow }
  | { readonly kind: 'leg'; readonly key: string; readonly leg: OrderLeg }

/** What a person can narrow the list to. */
export type Shown = 'all' | 'working' | 'needs-look' | 'finished'

/** How a person looks at the orders: filter, bucket, sort, what is open and what is chosen. */
export class OrdersView {
  filter = $state('')
  shown = $state<Shown>('all')
  sort = $state.raw<Sort>({ key: 'placed', isDescending: true })
  readonly unfolded = new SvelteSet<string>()
  readonly #chosen = new SvelteSet<string>()
  #openedKey = $state<string | null>(null)
  readonly #rows: () => readonly OrderRow[]

  readonly matching = $derived.by(() => filterOrders(this.#rows(), this.filter, this.shown))
  readonly lines = $derived.by((): OrderLine[] => {
    const byBucket = Map.groupBy(this.#ordered(this.matching), ({ bucket }) => bucket)
    return bucketTitles.flatMap(({ key, title }) => {
      const rows = byBucket.get(key) ?? []
      if (rows.length === 0) return []
      return [{ kind: 'bucket' as const, key, title, count: rows.length }, ...rows.flatMap((row) => this.#linesOf(row))]
    })
  })
  /** The order whose detail is open; gone with the order. */
  readonly opened = $derived.by(() => this.#rows().find(({ order }) => orderKey(order) === this.#openedKey))
  /** What is chosen and can still be cancelled. */
  readonly chosen = $derived.by(() => this.#rows().filter((row) => this.isChosen(row) && isCancellable(row)))

  constructor(rows: () => readonly OrderRow[]) {
    this.#rows = rows
  }

  open(row: OrderRow | undefined): void {
    this.#openedKey = row === undefined ? null : orderKey(row.order)
  }

  isChosen = ({ order }: OrderRow): boolean => this.#chosen.has(orderKey(order))

  choose(row: OrderRow): void {
    const key = orderKey(row.order)
    if (!this.#chosen.delete(key) && isCancellable(row)) this.#chosen.add(key)
  }

  chooseNone(): void {
    this.#chosen.clear()
  }

  unfold(key: string): void {
    if (!this.unfolded.delete(key)) this.unfolded.add(key)
  }

  #linesOf(row: OrderRow): OrderLine[] {
    const key = orderKey(row.order)
    const legs = this.unfolded.has(key) ? (row.order.body?.legs ?? []) : []
    return [{ kind: 'order', key, row }, ...legs.map((leg, at) => ({ kind: 'leg' as const, key: `${key} ${at}`, leg }))]
  }

  #ordered(rows: readonly OrderRow[]): readonly OrderRow[] {
    const { sort } = this
    if (sort === null || !isOrderColumn(sort.key)) return rows
    return rows.toSorted(orderColumns[sort.key].order(sort.isDescending ? 'descending' : 'ascending'))
  }
}

/** An order that a cancel could still reach, and none is on its way. */
export const isCancellable = ({ bucket, cancel, order }: OrderRow): boolean =>
  (bucket === 'working' || bucket === 'needs-look') &&
  order.status !== 'ORDER_STATUS_PENDING_CANCEL' &&
  !isOnItsWay(cancel)

/** A cancel that is not settled. */
export const isOnItsWay = (state: OrderRow['cancel']): boolean =>
  state === 'asked' || state === 'sent' || state === 'checking' || state === 'unknown'

const finished: readonly OrderBucket[] = ['filled', 'ended', 'refused']

/** Orders of the bucket that bear every word of the filter in what the list says of them. */
export function filterOrders(rows: readonly OrderRow[], filter: string, shown: Shown): readonly OrderRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    const isShown = shown === 'all' || (shown === 'finished' ? finished.includes(row.bucket) : row.bucket === shown)
    return isShown && (words.length === 0 || words.every((word) => textOf(row).includes(word)))
  })
}

function textOf({ order, name, bucket }: OrderRow): string {
  const { symbol, side, kind, status } = describeOrder(order)
  const comment = (order.body ?? order.stopLossTakeProfit)?.comment
  const legs = order.body?.legs.map((leg) => leg.symbol) ?? []
  return [name, symbol, side, kind, status, bucket, order.accountId, order.id, comment, ...legs].join(' ').toLowerCase()
}
