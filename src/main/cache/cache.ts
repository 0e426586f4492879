import type { Db } from '../sqlite/db.ts'
import { createAccounts } from './accounts.ts'
import { createCorporateEvents } from './corporate-events.ts'
import { createCoverageDoubts } from './coverage-doubts.ts'
import { createCoverage } from './coverage.ts'
import { createHistoryState } from './history-state.ts'
import { createInstrumentDetails } from './instrument-details.ts'
import { createInstrumentParts } from './instrument-parts.ts'
import { createInstrumentNames } from './instrument-names.ts'
import { createInstruments, type InstrumentWork } from './instruments.ts'
import { createMalformedRows } from './malformed.ts'
import { createOrders } from './orders.ts'
import { createQuotas } from './quotas.ts'
import { createQuotes } from './quotes.ts'
import { createRequestLog } from './request-log.ts'
import { createSchedules } from './schedules.ts'
import { createSessionDetails } from './session-details.ts'
import { readCacheSizes, type CacheSizes } from './sizes.ts'
import { createSyncStates } from './sync-states.ts'
import { createTransactions, type StoreHistory } from './transactions.ts'

export type Cache = ReturnType<typeof createCache>

/** What of the cache's work is done in threads. */
interface Elsewhere {
  readonly store: StoreHistory
  readonly instruments: InstrumentWork
}

/** All that the service said, table by table. `elsewhere` does the long work in threads; without it that is done here. */
export const createCache = (db: Db, elsewhere: Elsewhere | null = null) => ({
  sessionDetails: createSessionDetails(db),
  accounts: createAccounts(db),
  instruments: createInstruments(db, elsewhere?.instruments ?? null),
  instrumentNames: createInstrumentNames(db),
  instrumentDetails: createInstrumentDetails(db),
  instrumentParts: createInstrumentParts(db),
  schedules: createSchedules(db),
  quotes: createQuotes(db),
  orders: createOrders(db),
  transactions: createTransactions(db, elsewhere?.store ?? null),
  coverage: createCoverage(db),
  doubts: createCoverageDoubts(db),
  history: createHistoryState(db),
  corporateEvents: createCorporateEvents(db),
  quotas: createQuotas(db),
  syncStates: createSyncStates(db),
  requestLog: createRequestLog(db),
  malformed: createMalformedRows(db),
  sizes: (): CacheSizes => readCacheSizes(db),
})
