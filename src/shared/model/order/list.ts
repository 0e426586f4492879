import { z } from 'zod'
import { OrderNote } from '../value-note.ts'
import { AccountId, Decimal, Instant } from '../values.ts'
import { CancelState } from './cancel.ts'
import { Order } from './order.ts'

/**
 * The group of an order's status. `needs-attention`: the status is unclear and the user should check it. Source: docs/service.md,
 * “Enumerations”.
 */
export const OrderBucket = z.enum(['working', 'filled', 'ended', 'refused', 'needs-attention'])
export type OrderBucket = z.infer<typeof OrderBucket>

/** How far the last price must move to reach a price of the order, in percent of the last price; `null` if unknown. */
export const OrderDistance = z.object({
  to: z.enum(['limit', 'stop', 'stop-loss', 'take-profit']),
  percent: Decimal.nullable(),
})
export type OrderDistance = z.infer<typeof OrderDistance>

/** A row of the order list. */
export const OrderRow = z.object({
  order: Order,
  bucket: OrderBucket,
  /** The name of the instrument; `null` if unknown. */
  name: z.string().nullable(),
  /** The decimals of prices of the instrument; `null` if unknown. */
  priceDecimals: z.int().nullable(),
  /** The type of the instrument, as sent; `null` if unknown. */
  type: z.string().nullable(),
  /** The last price of the instrument and its time; `null` if unknown. */
  last: Decimal.nullable(),
  lastAt: Instant.nullable(),
  /** One entry for each price of an open order. */
  distances: z.array(OrderDistance),
  /** The value at the order's own price. `note` is its formula, or why it is unknown. */
  notional: z.object({ value: Decimal.nullable(), currency: z.string().nullable(), note: OrderNote }),
  /** The state of the latest attempt to cancel it; `null` without one. */
  cancel: CancelState.nullable(),
  fetchedAt: Instant,
})
export type OrderRow = z.infer<typeof OrderRow>

/** When the orders of an account were last read; `null` means never: the orders are unknown, which is not the same as none. */
export const OrderReadTime = z.object({ accountId: AccountId, fetchedAt: Instant.nullable() })
export type OrderReadTime = z.infer<typeof OrderReadTime>
