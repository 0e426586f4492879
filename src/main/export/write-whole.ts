import { createCache } from '../cache/cache.ts'
import { LedgerRows } from '../cache/ledger/rows.ts'
import { letOthersRun } from '../time/clock.ts'
import type { PerformanceCsvExport, WholeExport } from './messages.ts'
import { partialAccounts } from './partial-accounts.ts'
import { bookingTables } from './performance-csv/tables.ts'
import { writePerformanceCsv } from './performance-csv/write-performance-csv.ts'
import { writeJournal } from './write-journal.ts'
import { writeTables } from './write-tables.ts'
import type { Writing } from './writing.ts'

/** Writes an export of everything; returns the number of rows. */
export function writeWhole(writing: Writing, asked: WholeExport): Promise<number> {
  switch (asked.format) {
    case 'hledger':
    case 'ledger':
    case 'beancount':
      return writeJournal(writing, asked)
    case 'performance-csv':
      return writeBookings(writing, asked)
    case 'xlsx':
    case 'parquet':
    case 'archive':
      return writeTables(writing, asked)
  }
}

async function writeBookings(
  { db, append, report }: Writing,
  { choices, accountIds }: PerformanceCsvExport,
): Promise<number> {
  const cache = createCache(db)
  let written = 0
  const total = new LedgerRows(db).count()
  await writePerformanceCsv(bookingTables({ db, tables: cache, names: cache, choices, accountIds }), {
    append,
    remarks: partialAccounts(cache, accountIds).map((id) => `A part of the history of ${id} is not loaded.`),
    async onRows(count) {
      written += count
      report(Math.min(written, total), total)
      await letOthersRun()
    },
  })
  return written
}
