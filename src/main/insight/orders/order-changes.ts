import { compare, subtract, zero } from '../../shared/decimal.ts'
import type { OrderChange, OrderChangeKind } from '../../shared/model/order-history.ts'
import type { OrderBucket } from '../../shared/model/order-list.ts'
import type { Order } from '../../shared/model/order.ts'
import { bucketOrder } from './order-bucket.ts'

/**
 * What happened to an order between two reads, in the order in which it must have. `before` is `null` for one not seen
 * before, and its `isGone` says that the last read lacked it. Quantities that are not stated tell of no change.
 */
export function compareOrder(before: { readonly order: Order; readonly isGone: boolean } | null, after: Order) {
  const tell = (kind: OrderChangeKind, filledBy: OrderChange['filledBy'] = null): OrderChange => ({
    kind,
    status: after.status,
    executed: after.executedQuantity,
    filledBy,
  })
  const changes: OrderChange[] = []
  if (before === null) changes.push(tell('new'))
  else if (before.isGone) changes.push(tell('back'))
  const filledBy = filledSince(before?.order ?? null, after)
  const isMoved = before === null ? bucketOrder(after.status) !== 'working' : before.order.status !== after.status
  const kind = isMoved ? endOf(after.status) : null
  if (kind === 'filled') changes.push(tell('filled', filledBy))
  else {
    if (filledBy !== null) changes.push(tell('partly-filled', filledBy))
    if (kind !== null) changes.push(tell(kind))
    else if (isMoved && filledBy === null && before !== null) changes.push(tell('status'))
  }
  if (before !== null && isAmended(before.order, after)) changes.push(tell('amended'))
  return changes
}

/** By how much more is executed; `null` for nothing more, or where one side does not say. A new order began with nothing. */
function filledSince(before: Order | null, after: Order): OrderChange['filledBy'] {
  const executed = before === null ? zero : before.executedQuantity
  if (executed === null || after.executedQuantity === null) return null
  return compare(after.executedQuantity, executed) > 0 ? subtract(after.executedQuantity, executed) : null
}

const ends: Readonly<Record<OrderBucket, OrderChangeKind | null>> = {
  filled: 'filled',
  ended: 'ended',
  refused: 'refused',
  working: null,
  'needs-look': null,
}

const endOf = (status: string): OrderChangeKind | null =>
  status === 'ORDER_STATUS_CANCELED' ? 'cancelled' : ends[bucketOrder(status)]

/** Its prices, its size or its terms are others; a fill taken back counts as well. */
function isAmended(before: Order, after: Order): boolean {
  const { executedQuantity: was } = before
  const { executedQuantity: is } = after
  if (was !== null && is !== null && compare(is, was) < 0) return true
  return termsOf(before) !== termsOf(after)
}

const termsOf = ({ body, stopLossTakeProfit, initialQuantity }: Order): string =>
  JSON.stringify([body, stopLossTakeProfit, initialQuantity])
