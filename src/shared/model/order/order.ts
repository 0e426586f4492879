import { z } from 'zod'
import { AccountId, Decimal, Instant } from '../values.ts'

/** In pieces; `null` means not reported. */
const quantity = Decimal.nullable()
const price = Decimal.nullable()

export const OrderLeg = z.object({ symbol: z.string(), quantity, side: z.string() })
export type OrderLeg = z.infer<typeof OrderLeg>

/** The body of an ordinary order. Enumerations are kept as sent, including unknown names. */
export const OrderBody = z.object({
  /** Empty for an order that consists only of legs. */
  symbol: z.string().max(128),
  quantity,
  side: z.string(),
  type: z.string(),
  timeInForce: z.string(),
  limitPrice: price,
  stopPrice: price,
  stopCondition: z.string(),
  legs: z.array(OrderLeg),
  clientOrderId: z.string(),
  validBefore: z.string(),
  comment: z.string(),
})
export type OrderBody = z.infer<typeof OrderBody>

/** The body of a stop-loss/take-profit order. */
export const StopLossTakeProfit = z.object({
  symbol: z.string().max(128),
  side: z.string(),
  stopLossQuantity: quantity,
  stopLossPrice: price,
  limitPrice: price,
  takeProfitQuantity: quantity,
  takeProfitPrice: price,
  takeProfitGuardSpread: price,
  takeProfitSpreadMeasure: z.string(),
  clientOrderId: z.string(),
  validBefore: z.string(),
  validUntil: Instant.nullable(),
  comment: z.string(),
})
export type StopLossTakeProfit = z.infer<typeof StopLossTakeProfit>

/** An order and its state. It has no execution price: the service reports only limit and stop prices. */
export const Order = z.object({
  id: z.string(),
  execId: z.string(),
  accountId: AccountId,
  /** ORDER_STATUS_… as sent. */
  status: z.string(),
  body: OrderBody.nullable(),
  stopLossTakeProfit: StopLossTakeProfit.nullable(),
  transactAt: Instant.nullable(),
  acceptAt: Instant.nullable(),
  withdrawAt: Instant.nullable(),
  initialQuantity: quantity,
  executedQuantity: quantity,
  remainingQuantity: quantity,
})
export type Order = z.infer<typeof Order>

/**
 * The change of an order between two reads of the order list. `found`: it was already listed at the first read of the
 * account. `gone` and `back`: it left the list or returned to it; what happened to the order meanwhile is unknown.
 */
export const OrderChangeKind = z.enum([
  'found',
  'new',
  'partly-filled',
  'filled',
  'cancelled',
  'ended',
  'refused',
  'status',
  'amended',
  'gone',
  'back',
] as const)
export type OrderChangeKind = z.infer<typeof OrderChangeKind>

/** One change, with the state of the order after it. */
export const OrderChange = z.object({
  kind: OrderChangeKind,
  /** ORDER_STATUS_… as sent, after the change. */
  status: z.string(),
  /** Executed pieces in total, after the change. */
  executed: Decimal.nullable(),
  /** Pieces executed by this change; `null` if unknown or none. */
  filledBy: Decimal.nullable(),
})
export type OrderChange = z.infer<typeof OrderChange>

/** A change as it is stored in the journal. */
export const SeenOrderChange = OrderChange.extend({
  /** The sequence number of the change; later changes have larger numbers. */
  number: z.int(),
  accountId: AccountId,
  orderId: z.string(),
  /** When the change was observed, which may be after it happened. */
  seenAt: Instant,
  /** The instrument of the order; empty if it has none. */
  symbol: z.string(),
})
export type SeenOrderChange = z.infer<typeof SeenOrderChange>

/** The observed history of one order. */
export const OrderHistory = z.object({
  /** The order as last seen. */
  order: Order,
  firstSeenAt: Instant,
  /** When it left the order list; `null` while it is listed. */
  goneAt: Instant.nullable(),
  /** Newest first. */
  changes: z.array(SeenOrderChange),
})
export type OrderHistory = z.infer<typeof OrderHistory>

/** A page of the changes of all orders, newest first. */
export const OrderChangePage = z.object({
  rows: z.array(SeenOrderChange.extend({ name: z.string().nullable() })),
  /** The `before` parameter of the next page; `null` on the last page. */
  next: z.int().nullable(),
})
export type OrderChangePage = z.infer<typeof OrderChangePage>
