import type { TransactionFilter } from '../../shared/model/transaction/kind-choice.ts'
import { createTransactionPages } from '../cache/transactions/query/pages.ts'
import type { StoredTransaction } from '../cache/transactions/rows/row.ts'
import { TotalsReader } from '../cache/transactions/totals/totals.ts'
import type { Db } from '../sqlite/db.ts'
import type { ListExport } from './messages.ts'
import { writeCsv } from './write-csv.ts'
import type { Writing } from './writing.ts'

const pageRows = 1_000

/** All rows of a filter, in pages. */
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

/** The rows of a filter. */
export function countRows(db: Db, filter: TransactionFilter): number {
  const steps = new TotalsReader(db).steps(filter)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value.count
  }
}

/** The transactions of a filter as a CSV file; returns their number. */
export async function writeTransactions(
  { db, path, report }: Pick<Writing, 'db' | 'report'> & { readonly path: string },
  request: ListExport,
): Promise<number> {
  const total = countRows(db, request.filter)
  let written = 0
  await writeCsv(readBatches(db, request), {
    ...{ path, style: { separator: request.separator, decimalMark: request.decimalMark ?? '.' } },
    onWritten(rows) {
      written = rows
      report(written, Math.max(total, written))
    },
  })
  return written
}
