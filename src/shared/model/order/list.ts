import { z } from 'zod'
import { CancelState } from './cancel.ts'
import { Order } from './order.ts'
import { AccountId, Instant } from '../values.ts'

/** The group of an order's status. `needs-look`: the status is unclear and needs attention. Source: field notes, "Enums". */
export const OrderBucket = z.enum(['working', 'filled', 'ended', 'refused', 'needs-look'])
export type OrderBucket = z.infer<typeof OrderBucket>

/** A row of the order list. */
export const OrderRow = z.object({
  order: Order,
  bucket: OrderBucket,
  /** The name of the instrument; `null` if unknown. */
  name: z.string().nullable(),
  /** The decimals of prices of the instrument; `null` if unknown. */
  priceDecimals: z.int().nullable(),
  /** The state of the latest attempt to cancel it; `null` without one. */
  cancel: CancelState.nullable(),
  fetchedAt: Instant,
})
export type OrderRow = z.infer<typeof OrderRow>

/** When the orders of an account were last read; `null` means never: the orders are unknown, which is not the same as none. */
export const OrderReadTime = z.object({ accountId: AccountId, fetchedAt: Instant.nullable() })
export type OrderReadTime = z.infer<typeof OrderReadTime>
