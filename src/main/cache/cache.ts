import { assertSoundTables } from '../sqlite/check.ts'
import type { Db } from '../sqlite/db.ts'
import { databaseBytes } from '../sqlite/files.ts'
import { integer, text, type Row } from '../sqlite/row.ts'
import { createProvisionalCoverage, createCoverage } from './history/coverage.ts'
import { createHistoryState } from './history/history-state.ts'
import { createMissingCounts } from './history/missing-counts.ts'
import { createMissingRows } from './history/missing-rows.ts'
import { createUnreadableRows } from './history/unreadable-rows.ts'
import { createInstrumentDetails } from './instruments/details.ts'
import { createInstrumentNames, createInstruments, type InstrumentWork } from './instruments/instruments.ts'
import { createInstrumentParts } from './instruments/parts.ts'
import { createActiveDays } from './ledger/row-times.ts'
import { Accounts } from './tables/accounts.ts'
import { createCorporateEvents } from './tables/corporate-events.ts'
import { createMalformedRows } from './tables/malformed-rows.ts'
import { createOrders } from './tables/orders.ts'
import { createQuotes } from './tables/quotes.ts'
import { createSchedules } from './tables/schedules.ts'
import { createServiceRecords } from './tables/service-records.ts'
import { createSessionDetails, createQuotas } from './tables/session.ts'
import { createSyncStates } from './tables/sync-states.ts'
import { createChangedRows } from './transactions/changed-rows.ts'
import { createAssumedCurrency } from './transactions/dictionary/unstated-currency.ts'
import type { KindWork } from './transactions/kind-work.ts'
import { createDueKinds } from './transactions/kinds/kind-choices.ts'
import { createTransactions, type RemoveRows, type StoreHistory } from './transactions/transactions.ts'

export type Cache = ReturnType<typeof createCache>

/** The work of the cache that threads do. */
interface Worker {
  readonly store: StoreHistory
  readonly remove: RemoveRows
  readonly kinds: KindWork
  readonly instruments: InstrumentWork
  readonly check: () => Promise<void>
}

/**
 * Opens the tables of the cache, which contain the data of the service. `worker` does long work in threads; without it
 * this thread does everything.
 */
export const createCache = (db: Db, worker: Worker | null = null) => ({
  sessionDetails: createSessionDetails(db),
  accounts: new Accounts(db, createAssumedCurrency(db)),
  instruments: createInstruments(db, worker?.instruments ?? null),
  instrumentNames: createInstrumentNames(db),
  instrumentDetails: createInstrumentDetails(db, createDueKinds(db).markSymbol),
  instrumentParts: createInstrumentParts(db),
  schedules: createSchedules(db),
  quotes: createQuotes(db),
  orders: createOrders(db),
  transactions: createTransactions(db, worker),
  activeDays: createActiveDays(db),
  coverage: createCoverage(db),
  provisional: createProvisionalCoverage(db),
  history: createHistoryState(db),
  unreadable: createUnreadableRows(db),
  missing: createMissingRows(db),
  missingCounts: createMissingCounts(db),
  changedRows: createChangedRows(db),
  corporateEvents: createCorporateEvents(db, createDueKinds(db).markSymbol),
  quotas: createQuotas(db),
  serviceRecords: createServiceRecords(db),
  syncStates: createSyncStates(db),
  malformed: createMalformedRows(db),
  sizes: (): CacheSizes => readCacheSizes(db),
  /** Checks the structure of the whole file. Throws CorruptDatabaseError when it is damaged. */
  check: worker?.check ?? ((): Promise<void> => assertSoundTables(db, 'quick')),
})

interface CacheSizes {
  readonly tables: readonly { readonly name: string; readonly rows: number }[]
  /** The size of the file with its write-ahead log. */
  readonly bytes: number
}

/** Counts the rows of every table, for the health screen. Takes about 10 ms for a million rows. */
export function readCacheSizes(db: Db): CacheSizes {
  const names = db
    .prepare<[], Row>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .all()
    .map((row) => text(row, 'name'))
  const tables = names.map((name) => {
    const row = db.prepare<[], Row>(`SELECT count(*) AS rows FROM "${name}"`).get() ?? {}
    return { name, rows: integer(row, 'rows') }
  })
  return { tables, bytes: databaseBytes(db.name) }
}
