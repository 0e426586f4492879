import { z } from 'zod'
import { errorCodes } from '../../shared/errors.ts'
import { TransactionRow } from '../../shared/model/activity.ts'
import { InstrumentFound } from '../../shared/model/instrument.ts'
import type { TransactionFilter } from '../../shared/model/transaction-filter.ts'
import { TransactionTotals } from '../../shared/model/transaction-history.ts'
import type { Transaction } from '../../shared/model/transaction.ts'
import { Instant } from '../../shared/model/values.ts'
import type { SharedTurn } from '../sqlite/write-turn.ts'
import type { Interval } from './coverage.ts'
import type { InstrumentQuery } from './instrument-search.ts'
import type { InstrumentPage } from './instrument-store.ts'
import type { PageRequest } from './transaction-pages.ts'

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
      readonly transactions: readonly Transaction[]
      readonly fetchedAt: number
      readonly interval: Interval | null
    }
  | { readonly kind: 'search'; readonly query: InstrumentQuery }
  | { readonly kind: 'storeInstruments'; readonly page: InstrumentPage }
  | { readonly kind: 'endWalk'; readonly at: number; readonly isWhole: boolean }
  | { readonly kind: 'readInstruments' }

export interface ThreadQuestion {
  readonly id: number
  readonly task: ThreadTask
}

/** What it answers: a value of the task's schema below, or an error that keeps its code. */
export const ThreadAnswer = z.discriminatedUnion('ok', [
  z.object({ id: z.int(), ok: z.literal(true), value: z.unknown() }),
  z.object({ id: z.int(), ok: z.literal(false), code: z.enum(errorCodes), message: z.string() }),
])
export type ThreadAnswer = z.infer<typeof ThreadAnswer>

const count = z.int().min(0)
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
