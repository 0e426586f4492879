import type { KindChoice, KindTarget } from '#shared/model/transaction/kind-choice.ts'
import type { RowGroup } from '#shared/model/transaction/row-group.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'

/** The outcome of one part of the review. */
export interface KindReviewStep {
  /** Ids of accounts with a row that has a new kind. */
  readonly accountIds: readonly string[]
  /** The number of dimensions and of candidates for groups that are still to be read. */
  readonly left: number
  /** After the last step under new rules: the number of rows that have another kind; otherwise `null`. */
  readonly changedCount: number | null
}

/** The interface of the review for the main thread. A thread does the work. */
export interface KindWork {
  readonly begin: (choices: readonly KindChoice[], groups: readonly RowGroup[]) => Promise<readonly string[]>
  readonly step: () => Promise<KindReviewStep>
  readonly choose: (target: KindTarget, kind: TransactionKind | null) => Promise<void>
  readonly group: (groups: readonly RowGroup[]) => Promise<void>
}
