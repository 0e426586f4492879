import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { createCache } from '../cache/cache.ts'
import { createTransactionPages } from '../cache/transactions/query/pages.ts'
import type { StoredTransaction } from '../cache/transactions/rows/row.ts'
import { TotalsReader } from '../cache/transactions/totals/totals-reader.ts'
import type { Db } from '../sqlite/db.ts'
import { byteOrderMark, formatHeader, formatRow, type CsvStyle } from './csv.ts'
import type { ListExport } from './messages.ts'
import { historyRemarks, scopeOf, writeExport } from './remarks.ts'
import type { WriterInput } from './writer-input.ts'

interface CsvTarget {
  readonly path: string
  readonly style: CsvStyle
  /** Called after each batch with the number of rows written so far. Throws to stop. */
  readonly onWritten: (rows: number) => void
  readonly remarks?: () => readonly string[]
}

/** Writes rows to a file, as `writeExport` does. */
export async function writeCsv(batches: Iterable<readonly TransactionRow[]>, target: CsvTarget): Promise<void> {
  const { style, onWritten } = target
  await writeExport(async (file) => {
    await file.append(byteOrderMark + formatHeader(style))
    let written = 0
    for (const rows of batches) {
      await file.append(rows.map((row) => formatRow(row, style)).join(''))
      written += rows.length
      onWritten(written)
    }
  }, target)
}

const pageRows = 1_000

/** All rows of a filter, page by page. */
export function* readBatches(
  db: Db,
  { filter, direction }: Pick<ListExport, 'filter' | 'direction'>,
): Generator<readonly StoredTransaction[]> {
  const pages = createTransactionPages(db)
  for (let after: string | null = null; ;) {
    const page = pages.page({ filter, direction, after, limit: pageRows }, 'unbounded')
    if (page === null) return
    yield page.rows
    if (page.next === null) return
    after = page.next
  }
}

/** The number of rows of a filter. */
function countRows(db: Db, filter: TransactionFilter): number {
  const steps = new TotalsReader(db).steps(filter)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value.count
  }
}

/** Writes the transactions of a filter as a CSV file. Returns their number. */
export async function writeTransactions(
  { db, path, report }: Pick<WriterInput, 'db' | 'report'> & { readonly path: string },
  request: ListExport,
): Promise<number> {
  const total = countRows(db, request.filter)
  let written = 0
  await writeCsv(readBatches(db, request), {
    path,
    style: { separator: request.separator, decimalMark: request.decimalMark ?? '.' },
    remarks: () => historyRemarks(createCache(db), scopeOf(request.filter)),
    onWritten(rows) {
      written = rows
      report(written, Math.max(total, written))
    },
  })
  return written
}
