import type { Db } from '../sqlite/db.ts'
import { createAccounts } from './accounts.ts'
import { createCorporateEvents } from './corporate-events.ts'
import { createCoverage } from './coverage.ts'
import { createHistoryState } from './history-state.ts'
import { createInstrumentDetails } from './instrument-details.ts'
import { createInstrumentParts } from './instrument-parts.ts'
import { createInstrumentNames } from './instrument-names.ts'
import { createInstruments } from './instruments.ts'
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

/** All that the service said, table by table. `storeHistory` writes transactions in a thread; without it they are written here. */
export const createCache = (db: Db, storeHistory: StoreHistory | null = null) => ({
  sessionDetails: createSessionDetails(db),
  accounts: createAccounts(db),
  instruments: createInstruments(db),
  instrumentNames: createInstrumentNames(db),
  instrumentDetails: createInstrumentDetails(db),
  instrumentParts: createInstrumentParts(db),
  schedules: createSchedules(db),
  quotes: createQuotes(db),
  orders: createOrders(db),
  transactions: createTransactions(db, storeHistory),
  coverage: createCoverage(db),
  history: createHistoryState(db),
  corporateEvents: createCorporateEvents(db),
  quotas: createQuotas(db),
  syncStates: createSyncStates(db),
  requestLog: createRequestLog(db),
  malformed: createMalformedRows(db),
  sizes: (): CacheSizes => readCacheSizes(db),
})
