import { z } from 'zod'
import { AccountId, Instant } from '../values.ts'
import { Transaction, TransactionRow } from './transaction.ts'

/**
 * A transaction that the service once sent, and that complete responses for its time no longer contain. It is in no figure
 * and no list until the service sends it again.
 */
export const WithdrawnRow = z.object({
  accountId: AccountId,
  /** As the service sent it last. */
  transaction: Transaction,
  /** UTC ms of the first complete response without it. */
  since: Instant,
})
export type WithdrawnRow = z.infer<typeof WithdrawnRow>

/**
 * A withdrawn row as lists show it. Its kind is what the row itself says: it is in no group, and no choice of the user
 * applies to it.
 */
export const WithdrawnTransaction = TransactionRow.extend({ since: WithdrawnRow.shape.since })
export type WithdrawnTransaction = z.infer<typeof WithdrawnTransaction>

/** What a transaction was before the service changed it. */
export const FormerContent = z.object({
  transaction: Transaction,
  /** UTC ms at which the service was first seen to send it otherwise. */
  until: Instant,
})
export type FormerContent = z.infer<typeof FormerContent>
