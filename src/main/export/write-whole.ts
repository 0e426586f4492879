import { ColumnText, readColumns } from '#shared/column-text.ts'
import type { IncomeRow } from '#shared/model/ledger/income.ts'
import { createCache } from '../cache/cache.ts'
import { LedgerRows } from '../cache/ledger/ledger-rows.ts'
import { openJournalReader } from '../journal/open-reader.ts'
import { letOthersRun } from '../time/clock.ts'
import { writeArchive } from './archive/write-archive.ts'
import type { PerformanceCsvExport, TablesExport, WholeExport } from './messages.ts'
import { writeParquet } from './parquet/write-parquet.ts'
import { bookingTables } from './performance-csv/bookings.ts'
import { writePerformanceCsv } from './performance-csv/write-performance-csv.ts'
import { historyRemarks } from './remarks.ts'
import { writeWorkbook } from './sheet/write-workbook.ts'
import { allTables } from './tables/all-tables.ts'
import { remarkTable } from './tables/cache-tables.ts'
import { journalTables } from './tables/journal-tables.ts'
import { writeJournal } from './write-journal.ts'
import type { WriterInput } from './writer-input.ts'

/** Rows of income by date, oldest first, in chunks. */
export type IncomeChunks = () => AsyncIterable<readonly IncomeRow[]>

/** The income of the request, one text after the other. */
const incomeOf = (request: WholeExport): IncomeChunks =>
  async function* () {
    for (const chunk of 'income' in request ? request.income : [])
      yield await readColumns(new ColumnText<IncomeRow>([chunk]))
  }

/** Writes an export of all data. Returns the number of rows. `income` replaces the income of the request. */
export function writeWhole(
  input: WriterInput,
  request: WholeExport,
  income: IncomeChunks = incomeOf(request),
): Promise<number> {
  switch (request.format) {
    case 'hledger':
    case 'ledger':
    case 'beancount':
      return writeJournal(input, request)
    case 'performance-csv':
      return writeBookings(input, request)
    case 'xlsx':
    case 'parquet':
    case 'archive':
      return writeTables(input, request, income)
  }
}

async function writeBookings(
  { db, append, report }: WriterInput,
  { choices, accountIds }: PerformanceCsvExport,
): Promise<number> {
  const cache = createCache(db)
  let written = 0
  const total = new LedgerRows(db).count()
  await writePerformanceCsv(bookingTables({ db, tables: cache, names: cache, choices, accountIds }), {
    append,
    remarks: historyRemarks(cache, { accountIds }),
    async onRows(count) {
      written += count
      report(Math.min(written, total), total)
      await letOthersRun()
    },
  })
  return written
}

/** Writes all tables as a workbook, the transactions as Parquet, or everything as an archive. Returns the number of rows. */
async function writeTables(
  { db, append, report }: WriterInput,
  request: TablesExport,
  income: IncomeChunks,
): Promise<number> {
  const transactions = new LedgerRows(db).count()
  let written = 0
  const onRows = async (count: number): Promise<void> => {
    written += count
    report(written, Math.max(transactions, written))
    await letOthersRun()
  }
  const tables = allTables({ db, choices: request.choices, income })
  const remarks = historyRemarks(createCache(db), { accountIds: null })
  if (request.format === 'xlsx') {
    await writeWorkbook(remarks.length === 0 ? tables : [remarkTable(remarks), ...tables], { append, onRows })
    return written
  }
  if (request.format === 'parquet') {
    for (const table of tables.filter(({ name }) => name === 'transactions'))
      await writeParquet(table, { append, onRows, remarks })
    return written
  }
  const journal = openJournalReader(request.journalPath)
  try {
    await writeArchive([...tables, ...journalTables(journal)], { append, onRows, now: request.now, remarks })
    return written
  } finally {
    journal.close()
  }
}
