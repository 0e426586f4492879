import { z } from 'zod'
import { Order } from './order.ts'
import { AccountId, Decimal, Instant, InstrumentSymbol } from './values.ts'

/**
 * Where an attempt to cancel stands. On its way: `asked` (confirmed, not sent), `sent` (no answer yet), `checking` (answered,
 * the list is being read), `unknown` (the answer is lost, the list will tell). Settled: `cancelled`; `executed` before it
 * could be; `ended` otherwise; `not-found`; `refused` by the service; `working`: it still works after all; `not-sent`.
 */
export const CancelState = z.enum([
  ...['asked', 'sent', 'checking', 'unknown'],
  ...['cancelled', 'executed', 'ended', 'not-found', 'refused', 'working', 'not-sent'],
] as const)
export type CancelState = z.infer<typeof CancelState>

/** A step of an attempt: what was noted, when, and in what words; the service's own among them. */
export const CancelStep = z.object({ at: Instant, state: CancelState, words: z.string() })
export type CancelStep = z.infer<typeof CancelStep>

/** One attempt to cancel one order. */
export const Cancellation = z.object({
  id: z.string(),
  /** The confirmation it belongs to: a plan's id. */
  planId: z.string(),
  /** What was confirmed, in words. */
  scope: z.string(),
  accountId: AccountId,
  orderId: z.string(),
  state: CancelState,
  isSettled: z.boolean(),
  /** The order as it was when the person confirmed. */
  before: Order,
  name: z.string().nullable(),
  /** Executed in all, as the list said when it was settled; `null` before, or where it is not stated. */
  executed: Decimal.nullable(),
  remaining: Decimal.nullable(),
  askedAt: Instant,
  changedAt: Instant,
  /** Oldest first. */
  steps: z.array(CancelStep),
})
export type Cancellation = z.infer<typeof Cancellation>

/** What shall be cancelled: orders one by one, or all working ones of an account (`null`: of all), and of an instrument. */
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

/** One order of a plan, as the service lists it now. */
export const CancelLine = z.object({
  accountId: AccountId,
  orderId: z.string(),
  /** `null`: it is not in the list. */
  order: Order.nullable(),
  name: z.string().nullable(),
  priceDecimals: z.int().nullable(),
  /** Why it cannot be cancelled; `null` where it can. */
  obstacle: z.string().nullable(),
})
export type CancelLine = z.infer<typeof CancelLine>

/** What a person is asked to confirm: good for one confirmation, until it expires. */
export const CancelPlan = z.object({
  id: z.string(),
  /** "all 4 working orders of account …8211 on SBER@MISX". */
  words: z.string(),
  lines: z.array(CancelLine),
  /** How many of the lines can be cancelled. */
  count: z.int(),
  readAt: Instant,
  expiresAt: Instant,
})
export type CancelPlan = z.infer<typeof CancelPlan>
