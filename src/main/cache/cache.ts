import type { Db } from '../sqlite/db.ts'
import { Accounts } from './tables/accounts.ts'
import { createCorporateEvents } from './tables/corporate-events.ts'
import { createProvisionalCoverage } from './history/provisional-coverage.ts'
import { createActiveDays } from './ledger/active-days.ts'
import { createCoverage } from './history/coverage.ts'
import { createHistoryState } from './history/history-state.ts'
import { createInstrumentDetails } from './instruments/details.ts'
import { createInstrumentParts } from './instruments/parts.ts'
import { createInstrumentNames } from './instruments/names.ts'
import { createInstruments, type InstrumentWork } from './instruments/instruments.ts'
import { createMalformedRows } from './tables/malformed-rows.ts'
import { createOrders } from './tables/orders.ts'
import { createQuotas } from './tables/quotas.ts'
import { createQuotes } from './tables/quotes.ts'
import { createSchedules } from './tables/schedules.ts'
import { createSessionDetails } from './tables/session-details.ts'
import { checkTables } from './integrity.ts'
import { readCacheSizes, type CacheSizes } from './sizes.ts'
import { createSyncStates } from './tables/sync-states.ts'
import type { KindWork } from './transactions/kind-review.ts'
import { createDueKinds } from './transactions/kinds/due-kinds.ts'
import { createTransactions, type StoreHistory } from './transactions/transactions.ts'

export type Cache = ReturnType<typeof createCache>

/** The cache's work that is done in threads. */
interface Worker {
  readonly store: StoreHistory
  readonly kinds: KindWork
  readonly instruments: InstrumentWork
  readonly check: () => Promise<void>
}

/** Everything the service returned, table by table. `worker` does the long work in threads; without it it is done here. */
export const createCache = (db: Db, worker: Worker | null = null) => ({
  sessionDetails: createSessionDetails(db),
  accounts: new Accounts(db),
  instruments: createInstruments(db, worker?.instruments ?? null),
  instrumentNames: createInstrumentNames(db),
  instrumentDetails: createInstrumentDetails(db),
  instrumentParts: createInstrumentParts(db),
  schedules: createSchedules(db),
  quotes: createQuotes(db),
  orders: createOrders(db),
  transactions: createTransactions(db, worker),
  activeDays: createActiveDays(db),
  coverage: createCoverage(db),
  provisional: createProvisionalCoverage(db),
  history: createHistoryState(db),
  corporateEvents: createCorporateEvents(db, createDueKinds(db).markSymbol),
  quotas: createQuotas(db),
  syncStates: createSyncStates(db),
  malformed: createMalformedRows(db),
  sizes: (): CacheSizes => readCacheSizes(db),
  /** Checks the structure of the whole file. Throws CorruptDatabaseError when it is damaged. */
  check: worker?.check ?? ((): Promise<void> => checkTables(db)),
})
