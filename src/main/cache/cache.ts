import type { Db } from '../sqlite/db.ts'
import { createAccounts } from './accounts.ts'
import { createCorporateEvents } from './corporate-events.ts'
import { createCoverage } from './coverage.ts'
import { createInstrumentDetails } from './instrument-details.ts'
import { createInstruments } from './instruments.ts'
import { createMalformedRows } from './malformed.ts'
import { createOrders } from './orders.ts'
import { createQuotas } from './quotas.ts'
import { createQuotes } from './quotes.ts'
import { createReports } from './reports.ts'
import { createRequestLog } from './request-log.ts'
import { createSchedules } from './schedules.ts'
import { createSessionDetails } from './session-details.ts'
import { readCacheSizes, type CacheSizes } from './sizes.ts'
import { createSyncStates } from './sync-states.ts'
import { createTransactions } from './transactions.ts'

export type Cache = ReturnType<typeof createCache>

/** All that the service said, table by table. */
export const createCache = (db: Db) => ({
  sessionDetails: createSessionDetails(db),
  accounts: createAccounts(db),
  instruments: createInstruments(db),
  instrumentDetails: createInstrumentDetails(db),
  schedules: createSchedules(db),
  quotes: createQuotes(db),
  orders: createOrders(db),
  transactions: createTransactions(db),
  coverage: createCoverage(db),
  corporateEvents: createCorporateEvents(db),
  reports: createReports(db),
  quotas: createQuotas(db),
  syncStates: createSyncStates(db),
  requestLog: createRequestLog(db),
  malformed: createMalformedRows(db),
  sizes: (): CacheSizes => readCacheSizes(db),
})
