import { SvelteSet } from 'svelte/reactivity'
import type { OrderBucket, OrderRow } from '#shared/model/order/list.ts'
import type { OrderLeg } from '#shared/model/order/order.ts'
import { bucketTitles, describeOrder, orderKey } from '../lib/words/order-words.ts'
import type { Sort } from '../ui/table/table-state.svelte.ts'
import { orderColumns, isOrderColumn } from './order-columns.ts'

/** A line of the table: the heading of a group, an order, or a leg of an order. */
export type OrderLine =
  | { readonly kind: 'bucket'; readonly key: string; readonly title: string; readonly count: number }
  | { readonly kind: 'order'; readonly key: string; readonly row: OrderRow }
  | { readonly kind: 'leg'; readonly key: string; readonly leg: OrderLeg }

/** The choices of the status filter. */
export type BucketFilter = 'all' | 'working' | 'needs-attention' | 'finished'

/** The state of the orders table: filters, sorting, the open order, expanded legs and the selection. */
export class OrdersView {
  filter = $state('')
  bucketFilter = $state<BucketFilter>('all')
  sort = $state.raw<Sort>({ key: 'placed', isDescending: true })
  readonly unfolded = new SvelteSet<string>()
  readonly #selected = new SvelteSet<string>()
  #openedKey = $state<string | null>(null)
  readonly #rows: () => readonly OrderRow[]

  readonly matching = $derived.by(() => filterOrders(this.#rows(), this.filter, this.bucketFilter))
  readonly lines = $derived.by((): OrderLine[] => {
    const byBucket = Map.groupBy(this.#ordered(this.matching), ({ bucket }) => bucket)
    return bucketTitles.flatMap(({ key, title }) => {
      const rows = byBucket.get(key) ?? []
      if (rows.length === 0) return []
      return [{ kind: 'bucket' as const, key, title, count: rows.length }, ...rows.flatMap((row) => this.#linesOf(row))]
    })
  })
  /** The order whose detail is open; `undefined` once the order is no longer in the list. */
  readonly opened = $derived.by(() => this.#rows().find(({ order }) => orderKey(order) === this.#openedKey))
  /** The selected orders that can still be cancelled. */
  readonly selected = $derived.by(() => this.#rows().filter((row) => this.isSelected(row) && isCancellable(row)))

  constructor(rows: () => readonly OrderRow[]) {
    this.#rows = rows
  }

  open(row: OrderRow | undefined): void {
    this.#openedKey = row === undefined ? null : orderKey(row.order)
  }

  isSelected = ({ order }: OrderRow): boolean => this.#selected.has(orderKey(order))

  toggleSelected(row: OrderRow): void {
    const key = orderKey(row.order)
    if (!this.#selected.delete(key) && isCancellable(row)) this.#selected.add(key)
  }

  clearSelection(): void {
    this.#selected.clear()
  }

  toggleLegs(key: string): void {
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

/** Whether an order is still open and no attempt to cancel it is in progress. */
export const isCancellable = ({ bucket, cancel, order }: OrderRow): boolean =>
  (bucket === 'working' || bucket === 'needs-attention') &&
  order.status !== 'ORDER_STATUS_PENDING_CANCEL' &&
  !isInProgress(cancel)

/** Whether the outcome of an attempt to cancel is not known yet. */
const isInProgress = (state: OrderRow['cancel']): boolean =>
  state === 'asked' || state === 'sent' || state === 'checking' || state === 'unknown'

const finished: readonly OrderBucket[] = ['filled', 'ended', 'refused']

/** The orders of a group whose texts in the list contain every word of the filter. */
export function filterOrders(
  rows: readonly OrderRow[],
  filter: string,
  bucketFilter: BucketFilter,
): readonly OrderRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    const isInBucket =
      bucketFilter === 'all' ||
      (bucketFilter === 'finished' ? finished.includes(row.bucket) : row.bucket === bucketFilter)
    return isInBucket && (words.length === 0 || words.every((word) => textOf(row).includes(word)))
  })
}

function textOf({ order, name, bucket }: OrderRow): string {
  const { symbol, side, kind, status } = describeOrder(order)
  const comment = (order.body ?? order.stopLossTakeProfit)?.comment
  const legs = order.body?.legs.map((leg) => leg.symbol) ?? []
  return [name, symbol, side, kind, status, bucket, order.accountId, order.id, comment, ...legs].join(' ').toLowerCase()
}
