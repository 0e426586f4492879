import { z } from 'zod'
import { TransactionRow } from '../../shared/model/activity.ts'
import { InstrumentFound } from '../../shared/model/instrument.ts'
import type { TransactionFilter } from '../../shared/model/transaction-filter.ts'
import { TransactionTotals } from '../../shared/model/transaction-history.ts'
import type { Transaction } from '../../shared/model/transaction.ts'
import { Instant } from '../../shared/model/values.ts'
import type { SharedTurn } from '../sqlite/write-turn.ts'
import type { Packed } from '../threads/packed.ts'
import type { InstrumentQuery } from './instrument-search.ts'
import type { InstrumentPage } from './instrument-store.ts'
import type { PageRequest } from './transaction-pages.ts'
import type { WholeInterval } from './transaction-writer.ts'

/** What a thread of the cache is started with. A reader cannot write; a writer lets the main thread's writes go first. */
export type ThreadData =
  | { readonly path: string; readonly role: 'reader' }
  | { readonly path: string; readonly role: 'writer'; readonly turn: SharedTurn }

/** What may be asked of it. */
export type ThreadTask =
  | { readonly kind: 'page'; readonly request: PageRequest }
  | { readonly kind: 'totals'; readonly filter: TransactionFilter }
  | {
      readonly kind: 'store'
      readonly accountId: string
      readonly content: Packed<Transaction>
      readonly fetchedAt: number
      readonly interval: WholeInterval | null
    }
  | { readonly kind: 'search'; readonly query: InstrumentQuery }
  | { readonly kind: 'storeInstruments'; readonly page: InstrumentPage }
  | { readonly kind: 'endWalk'; readonly at: number; readonly isWhole: boolean }
  | { readonly kind: 'readInstruments' }

const count = z.int().min(0)
/** What is answered, by task. */
export const threadResults = {
  page: z.object({
    rows: z.array(TransactionRow.extend({ fetchedAt: Instant })),
    next: z.string().nullable(),
  }),
  totals: TransactionTotals,
  store: z.object({ inserted: count, updated: count, setAside: count }),
  search: z.array(InstrumentFound),
  storeInstruments: count,
  endWalk: count,
  readInstruments: z.undefined(),
}
