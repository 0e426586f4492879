import { z } from 'zod'
import { AccountId, Decimal } from '../values.ts'

/**
 * What the user says that rows are together. `symbol-change`: pieces of one symbol become pieces of another one, with all
 * of their cost; `spin-off`: pieces of another symbol arrive with a share of the cost.
 */
export const RowGroupKind = z.enum([
  'split',
  'symbol-change',
  'spin-off',
  'currency-exchange',
  'repo',
  'securities-loan',
  'reversal',
])
export type RowGroupKind = z.infer<typeof RowGroupKind>

/** The most rows that one group can have. */
export const maxGroupRows = 32

/** Rows of one account of which the user says that they are one event. */
export const RowGroupDraft = z.strictObject({
  accountId: AccountId,
  rowIds: z.array(z.string().min(1).max(256)).min(2).max(maxGroupRows),
  kind: RowGroupKind,
  /** The part of the cost that a spin-off moves to the new pieces, above 0 and below 1; `null` for every other kind. */
  costShare: Decimal.nullable(),
})
export type RowGroupDraft = z.infer<typeof RowGroupDraft>

/** A group as the journal keeps it. The id follows from the account and the rows, so that equal groups of two computers are one. */
export const RowGroup = RowGroupDraft.extend({ id: z.string() })
export type RowGroup = z.infer<typeof RowGroup>
