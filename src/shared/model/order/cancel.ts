import { z } from 'zod'
import { AccountId, Decimal, Instant, InstrumentSymbol } from '../values.ts'
import { Order } from './order.ts'

/**
 * The state of an attempt to cancel an order.
 * In progress: `asked` (confirmed, not sent yet), `sent` (no response yet), `checking` (response received, the order list is
 * being read), `unknown` (the response was lost, the order list will decide).
 * Settled: `cancelled`, `executed` or `ended` before the cancel took effect, `not-found`, `refused` by the service, `working`
 * (the order is still working), `not-sent`.
 */
export const CancelState = z.enum([
  'asked',
  'sent',
  'checking',
  'unknown',
  'cancelled',
  'executed',
  'ended',
  'not-found',
  'refused',
  'working',
  'not-sent',
] as const)
export type CancelState = z.infer<typeof CancelState>

/** One logged step of an attempt to cancel. `words` is for the user and may contain the message of the service. */
export const CancelStep = z.object({ at: Instant, state: CancelState, words: z.string() })
export type CancelStep = z.infer<typeof CancelStep>

/** One attempt to cancel one order. */
export const Cancellation = z.object({
  id: z.string(),
  /** The id of the confirmed plan. */
  planId: z.string(),
  /** The confirmed scope, in words. */
  scope: z.string(),
  accountId: AccountId,
  orderId: z.string(),
  state: CancelState,
  isSettled: z.boolean(),
  /** The order as it was when the user confirmed. */
  before: Order,
  name: z.string().nullable(),
  /** Executed pieces in total, from the order list at settlement; `null` before, or if not reported. */
  executed: Decimal.nullable(),
  /** Remaining pieces, from the same list. */
  remaining: Decimal.nullable(),
  /** When the user confirmed, and when the state last changed. */
  requestedAt: Instant,
  changedAt: Instant,
  /** Oldest first. */
  steps: z.array(CancelStep),
})
export type Cancellation = z.infer<typeof Cancellation>

/** What to cancel: single orders, or all working orders of an account and an instrument (`null` is all of them). */
export const CancelScope = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('orders'),
    orders: z
      .array(z.strictObject({ accountId: AccountId, orderId: z.string().min(1).max(128) }))
      .min(1)
      .max(500),
  }),
  z.strictObject({ kind: z.literal('all'), accountId: AccountId.nullable(), symbol: InstrumentSymbol.nullable() }),
])
export type CancelScope = z.infer<typeof CancelScope>

/** One order of a cancel plan, as the service currently lists it. */
export const CancelLine = z.object({
  accountId: AccountId,
  orderId: z.string(),
  /** `null` if it is not in the list. */
  order: Order.nullable(),
  name: z.string().nullable(),
  priceDecimals: z.int().nullable(),
  /** The type of the instrument, as sent; `null` if unknown. */
  type: z.string().nullable(),
  /** Why it cannot be cancelled, for the user; `null` if it can. */
  obstacle: z.string().nullable(),
})
export type CancelLine = z.infer<typeof CancelLine>

/** A cancel plan, which the user must confirm. It can be confirmed once, until it expires. */
export const CancelPlan = z.object({
  id: z.string(),
  /** The scope in words: "all 4 working orders of account …8211 on SBER@MISX". */
  words: z.string(),
  lines: z.array(CancelLine),
  /** The number of lines that can be cancelled. */
  count: z.int(),
  readAt: Instant,
  expiresAt: Instant,
})
export type CancelPlan = z.infer<typeof CancelPlan>
