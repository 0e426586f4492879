import { z } from 'zod'
import { Cancellation, CancelPlan, CancelScope } from '../model/order-cancel.ts'
import { OrderChangePage, OrderHistory } from '../model/order-history.ts'
import { OrderReadTime, OrderRow } from '../model/order-list.ts'
import { AccountScope } from './portfolio.ts'
import { request } from './request.ts'
import { AccountId } from '../model/values.ts'

const id = z.string().min(1).max(64)
const limit = z.int().min(1).max(500)
const OrderKey = z.strictObject({ accountId: AccountId, orderId: z.string().min(1).max(128) })

/** Orders, what happened to them, and cancelling: the only requests that change anything at the service. */
export const orderRequests = {
  'orders.list': request(AccountScope, z.array(OrderRow)),
  /** For each account in scope, when its orders were read. */
  'orders.readTimes': request(AccountScope, z.array(OrderReadTime)),
  /** `null` for an order that was never seen. */
  'orders.history': request(OrderKey, OrderHistory.nullable()),
  /** Newest first; `before` is a page's `next`, `null` begins anew. */
  'orders.changes': request(AccountScope.extend({ before: z.int().min(1).nullable(), limit }), OrderChangePage),
  /** Reads the lists again and says what a confirmation would cancel. Sends nothing that changes anything. */
  'cancels.prepare': request(z.strictObject({ scope: CancelScope }), CancelPlan),
  /**
   * Sends one DELETE for each line that can be cancelled, once; what comes of it is told by `cancels.changed`. A plan can be
   * confirmed once. Orders that somebody else is cancelling by now are left out.
   */
  'cancels.confirm': request(
    z.strictObject({ planId: id }),
    z.object({ started: z.array(Cancellation), leftOut: z.int() }),
  ),
  /** Newest first. */
  'cancels.list': request(AccountScope.extend({ limit }), z.array(Cancellation)),
  'cancels.read': request(z.strictObject({ id }), Cancellation),
}
