import { createCoverage } from '../../cache/history/coverage.ts'
import { createHistoryState } from '../../cache/history/history-state.ts'
import { createUnreadableRows } from '../../cache/history/unreadable-rows.ts'
import { createInstrumentDetails } from '../../cache/instruments/details.ts'
import { createInstruments } from '../../cache/instruments/instruments.ts'
import { Accounts } from '../../cache/tables/accounts.ts'
import { createCorporateEvents } from '../../cache/tables/corporate-events.ts'
import type { Db } from '../../sqlite/db.ts'

/** The tables of the cache that answers read. */
export const tablesOf = (db: Db) => ({
  accounts: new Accounts(db),
  coverage: createCoverage(db),
  history: createHistoryState(db),
  unreadable: createUnreadableRows(db),
  instruments: createInstruments(db),
  instrumentDetails: createInstrumentDetails(db),
  corporateEvents: createCorporateEvents(db),
})

export type LedgerTables = ReturnType<typeof tablesOf>
