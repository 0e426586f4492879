import { z } from 'zod'
import { OpenLot, QuantityPoint } from '../../../shared/model/ledger.ts'
import { AccountId } from '../../../shared/model/values.ts'
import type { WritePriority } from '../../sqlite/write-priority.ts'
import { UnnamedReconciliation } from '../reading/unnamed-reconciliation.ts'
import type { LedgerChoices } from '../replay/basis.ts'

/** What the thread starts with; the main thread's writes go first. */
export interface LedgerThreadData {
  readonly path: string
  readonly priority: WritePriority
}

/** The tasks of the thread. Those that need current holdings bring them up to date first. */
export type LedgerTask =
  | { readonly kind: 'refresh'; readonly choices: LedgerChoices; readonly factsChanged: boolean }
  | { readonly kind: 'reconcile'; readonly choices: LedgerChoices; readonly accountIds: readonly string[] }
  | {
      readonly kind: 'lots'
      readonly choices: LedgerChoices
      readonly accountIds: readonly string[]
      readonly symbol: string | null
    }
  | {
      readonly kind: 'quantities'
      readonly choices: LedgerChoices
      readonly accountId: string
      readonly symbol: string
    }
  | { readonly kind: 'progress' }

const count = z.int().min(0)
/** A value with the accounts whose figures were brought up to date for it. */
const withChanges = <T extends z.ZodType>(value: T) => z.object({ value, accountIds: z.array(AccountId) })

/** The result of each task. */
export const ledgerResults = {
  refresh: withChanges(z.object({ rowsRead: count })),
  reconcile: withChanges(z.array(UnnamedReconciliation)),
  lots: withChanges(z.array(OpenLot)),
  quantities: z.array(QuantityPoint),
  progress: z.object({ isReplaying: z.boolean(), done: count, total: count }),
}
