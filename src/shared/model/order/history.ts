import { z } from 'zod'
import { Order } from './order.ts'
import { AccountId, Decimal, Instant } from './values.ts'

/**
 * What happened to an order between two reads of the list. `found` is an order that was there when the account was read
 * for the first time; `gone` and `back` tell of the list alone: how an order ended while it was away is not known.
 */
export const OrderChangeKind = z.enum([
  ...['found', 'new', 'partly-filled', 'filled', 'cancelled', 'ended', 'refused'],
  ...['status', 'amended', 'gone', 'back'],
] as const)
export type OrderChangeKind = z.infer<typeof OrderChangeKind>

/** One change, and the state of the order that it was seen in. */
export const OrderChange = z.object({
  kind: OrderChangeKind,
  /** ORDER_STATUS_… as sent, after the change. */
  status: z.string(),
  /** Executed in all, after the change. */
  executed: Decimal.nullable(),
  /** By how much more was executed than before; `null` where that is not known, or nothing was. */
  filledBy: Decimal.nullable(),
})
export type OrderChange = z.infer<typeof OrderChange>

/** A change as it stands in the journal. */
export const SeenOrderChange = OrderChange.extend({
  /** Counts the changes: a later one has a larger number. */
  number: z.int(),
  accountId: AccountId,
  orderId: z.string(),
  /** When it was seen, which may be later than it happened. */
  seenAt: Instant,
  /** The order's instrument: empty where it states none. */
  symbol: z.string(),
})
export type SeenOrderChange = z.infer<typeof SeenOrderChange>

/** All that is known of one order over time. */
export const OrderHistory = z.object({
  /** As it was seen last. */
  order: Order,
  firstSeenAt: Instant,
  /** Since when it is no longer in the list; `null` while it is. */
  goneAt: Instant.nullable(),
  /** Newest first. */
  changes: z.array(SeenOrderChange),
})
export type OrderHistory = z.infer<typeof OrderHistory>

/** A page of the changes of all orders, newest first. */
export const OrderChangePage = z.object({
  rows: z.array(SeenOrderChange.extend({ name: z.string().nullable() })),
  /** The `before` of the page behind this one; `null` at the end. */
  next: z.int().nullable(),
})
export type OrderChangePage = z.infer<typeof OrderChangePage>
