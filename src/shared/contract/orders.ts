import { z } from 'zod'
import { Cancellation, CancelPlan, CancelScope } from '../model/order/cancel.ts'
import { OrderReadTime, OrderRow } from '../model/order/list.ts'
import { OrderChangePage, OrderHistory } from '../model/order/order.ts'
import { AccountId } from '../model/values.ts'
import { AccountScope } from './portfolio.ts'
import { request } from './request.ts'

const id = z.string().min(1).max(64)
const limit = z.int().min(1).max(500)
const OrderKey = z.strictObject({ accountId: AccountId, orderId: z.string().min(1).max(128) })

/** Orders, their history, and cancelling. `cancels.confirm` is the only request that changes an order at the service. */
export const orderRequests = {
  'orders.list': request(AccountScope, z.array(OrderRow)),
  /** When the orders of each account in scope were read. */
  'orders.readTimes': request(AccountScope, z.array(OrderReadTime)),
  /** `null` if the order was never seen. */
  'orders.history': request(OrderKey, OrderHistory.nullable()),
  /** Newest first. `before` is the `next` of the previous page; `null` for the first page. */
  'orders.changes': request(AccountScope.extend({ before: z.int().min(1).nullable(), limit }), OrderChangePage),
  /** Reads the order lists again and returns what a confirmation would cancel. Changes nothing. */
  'cancels.prepare': request(z.strictObject({ scope: CancelScope }), CancelPlan),
  /**
   * Sends one DELETE for each line that can be cancelled, once; `cancels.changed` reports the progress. A plan can be confirmed
   * once. `leftOut` is the number of orders that are skipped because another window already cancels them.
   */
  'cancels.confirm': request(
    z.strictObject({ planId: id }),
    z.object({ started: z.array(Cancellation), leftOut: z.int() }),
  ),
  /** Newest first. */
  'cancels.list': request(AccountScope.extend({ limit }), z.array(Cancellation)),
  'cancels.read': request(z.strictObject({ id }), Cancellation),
}
