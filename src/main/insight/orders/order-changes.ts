import { compare, subtract, zero } from '#shared/decimal.ts'
import type { OrderBucket } from '#shared/model/order/list.ts'
import type { OrderChange, OrderChangeKind, Order } from '#shared/model/order/order.ts'
import { bucketOrder } from './order-bucket.ts'

/**
 * Lists the changes of an order between two readings, in the only possible order. `before` is `null` for a new order;
 * `isGone` says that the last reading did not contain it. Quantities are in pieces; an unknown quantity counts as no
 * change.
 */
export function compareOrder(before: { readonly order: Order; readonly isGone: boolean } | null, after: Order) {
  const change = (kind: OrderChangeKind, filledBy: OrderChange['filledBy'] = null): OrderChange => ({
    kind,
    status: after.status,
    executed: after.executedQuantity,
    filledBy,
  })
  const changes: OrderChange[] = []
  if (before === null) changes.push(change('new'))
  else if (before.isGone) changes.push(change('back'))
  const filledBy = filledSince(before?.order ?? null, after)
  const hasNewStatus = before === null ? bucketOrder(after.status) !== 'working' : before.order.status !== after.status
  const kind = hasNewStatus ? endOf(after.status) : null
  if (kind === 'filled') changes.push(change('filled', filledBy))
  else {
    if (filledBy !== null) changes.push(change('partly-filled', filledBy))
    if (kind !== null) changes.push(change(kind))
    else if (hasNewStatus && filledBy === null && before !== null) changes.push(change('status'))
  }
  if (before !== null && isAmended(before.order, after)) changes.push(change('amended'))
  return changes
}

/**
 * The quantity executed since the last reading; `null` if there is none or a quantity is not known. A new order starts
 * at zero.
 */
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
  'needs-attention': null,
}

const endOf = (status: string): OrderChangeKind | null =>
  status === 'ORDER_STATUS_CANCELED' ? 'cancelled' : ends[bucketOrder(status)]

/** Whether prices, size or terms changed. An executed quantity that becomes smaller counts too. */
function isAmended(before: Order, after: Order): boolean {
  const { executedQuantity: executedBefore } = before
  const { executedQuantity: executedAfter } = after
  if (executedBefore !== null && executedAfter !== null && compare(executedAfter, executedBefore) < 0) return true
  return termsOf(before) !== termsOf(after)
}

const termsOf = ({ body, stopLossTakeProfit, initialQuantity }: Order): string =>
  JSON.stringify([body, stopLossTakeProfit, initialQuantity])
