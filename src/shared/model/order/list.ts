import { z } from 'zod'
import { CancelState } from './order-cancel.ts'
import { Order } from './order.ts'
import { AccountId, Instant } from './values.ts'

/** What an order's status means for a person; see the buckets of the service's field notes. */
export const OrderBucket = z.enum(['working', 'filled', 'ended', 'refused', 'needs-look'])
export type OrderBucket = z.infer<typeof OrderBucket>

/** An order as the list shows it. */
export const OrderRow = z.object({
  order: Order,
  bucket: OrderBucket,
  /** The instrument's name. */
  name: z.string().nullable(),
  /** The instrument's decimals, where they are known. */
  priceDecimals: z.int().nullable(),
  /** Where the latest attempt to cancel it stands; `null` without one. */
  cancel: CancelState.nullable(),
  fetchedAt: Instant,
})
export type OrderRow = z.infer<typeof OrderRow>

/** When an account's orders were last read; `null`: never, so they are unknown, not none. */
export const OrderReadTime = z.object({ accountId: AccountId, fetchedAt: Instant.nullable() })
export type OrderReadTime = z.infer<typeof OrderReadTime>
