import { z } from 'zod'
import { InstrumentFound } from '#shared/model/instrument.ts'
import {
  RowGroupPreview,
  TransactionPeriod,
  TransactionPosition,
  TransactionTotals,
  ValueCount,
  type CountedField,
  type PeriodLength,
} from '#shared/model/transaction/history.ts'
import type { KindChoice, KindTarget } from '#shared/model/transaction/kind-choice.ts'
import type { RowGroup, RowGroupDraft } from '#shared/model/transaction/row-group.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { TransactionRow, type TransactionKind, type Transaction } from '#shared/model/transaction/transaction.ts'
import { AccountId, Instant } from '#shared/model/values.ts'
import type { DataKey } from '../../sqlite/keys.ts'
import type { WritePriority } from '../../sqlite/write-priority.ts'
import type { Packed } from '../../threads/packed-rows.ts'
import type { WholeInterval } from '../history/whole-interval.ts'
import type { InstrumentQuery } from '../instruments/search/search.ts'
import type { InstrumentPage } from '../instruments/store.ts'
import type { PageRequest } from '../transactions/query/pages.ts'
import type { SeekRequest } from '../transactions/query/seek.ts'

/**
 * The start data of a thread of the cache. A reader and a checker cannot write. Writes of the main thread have priority
 * over a writer.
 */
export type ThreadData = (
  | { readonly path: string; readonly role: 'reader' | 'checker' }
  | { readonly path: string; readonly role: 'writer'; readonly priority: WritePriority }
) & {
  /** The key of a sealed cache. */
  readonly key: DataKey | null
}

/** The tasks of a thread. */
export type ThreadTask =
  | { readonly kind: 'page'; readonly request: PageRequest }
  | { readonly kind: 'totals'; readonly filter: TransactionFilter }
  | { readonly kind: 'periods'; readonly filter: TransactionFilter; readonly length: PeriodLength }
  | { readonly kind: 'counts'; readonly filter: TransactionFilter; readonly field: CountedField }
  | { readonly kind: 'seek'; readonly request: SeekRequest }
  | {
      readonly kind: 'store'
      readonly accountId: string
      readonly content: Packed<Transaction>
      readonly fetchedAt: number
      readonly interval: WholeInterval | null
    }
  | { readonly kind: 'removeRows'; readonly accountId: string; readonly ids: readonly string[] }
  | { readonly kind: 'findAlike'; readonly draft: RowGroupDraft }
  | { readonly kind: 'beginKinds'; readonly choices: readonly KindChoice[]; readonly groups: readonly RowGroup[] }
  | { readonly kind: 'reviewKinds' }
  | { readonly kind: 'chooseKind'; readonly target: KindTarget; readonly chosen: TransactionKind | null }
  | { readonly kind: 'groupRows'; readonly groups: readonly RowGroup[] }
  | { readonly kind: 'search'; readonly query: InstrumentQuery }
  | { readonly kind: 'storeInstruments'; readonly page: InstrumentPage }
  | { readonly kind: 'endDownload'; readonly at: number; readonly isComplete: boolean }
  | { readonly kind: 'readInstruments' }
  | { readonly kind: 'check' }

const count = z.int().min(0)
/** The result of each task. */
export const threadResults = {
  page: z.object({
    rows: z.array(TransactionRow.extend({ fetchedAt: Instant })),
    next: z.string().nullable(),
  }),
  totals: TransactionTotals,
  periods: z.array(TransactionPeriod),
  counts: z.array(ValueCount),
  seek: TransactionPosition,
  store: z.object({ inserted: count, updated: count, setAside: count }),
  removeRows: z.undefined(),
  beginKinds: z.array(AccountId),
  reviewKinds: z.object({ accountIds: z.array(AccountId), left: count, changedCount: count.nullable() }),
  chooseKind: z.undefined(),
  groupRows: z.undefined(),
  findAlike: RowGroupPreview.pick({ alike: true, hasMore: true }),
  search: z.array(InstrumentFound),
  storeInstruments: count,
  endDownload: count,
  readInstruments: z.undefined(),
  check: z.undefined(),
}
