// Runs in a thread of its own: writes one export and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../shared/errors.ts'
import { openCacheReader } from '../cache/open.ts'
import type { StoredTransaction } from '../cache/transaction-row.ts'
import { createTransactionPages } from '../cache/transaction-pages.ts'
import { createTransactionTotals } from '../cache/transaction-totals.ts'
import { systemClock } from '../clock.ts'
import type { ExportNews, ExportOrder } from './messages.ts'
import { writeCsv } from './write-csv.ts'

const pageRows = 1_000
/** Progress is told at most this often. */
const newsEveryMs = 250

const { cachePath, path, filter, direction, separator } = workerData as ExportOrder
const tell = (news: ExportNews): void => parentPort?.postMessage(news)
let isCancelled = false
parentPort?.on('message', () => (isCancelled = true))

const db = openCacheReader(cachePath)
const pages = createTransactionPages(db)

function count(): number {
  const steps = createTransactionTotals(db).steps(filter)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value.count
  }
}

function* readBatches(): Generator<readonly StoredTransaction[]> {
  for (let after: string | null = null; ;) {
    const page = pages.page({ filter, direction, after, limit: pageRows }, 'unbounded')
    if (page === null) return
    yield page.rows
    if (page.next === null) return
    after = page.next
  }
}

let written = 0
try {
  const total = count()
  let toldAt = -Infinity
  await writeCsv(readBatches(), {
    path,
    separator,
    onWritten(rows) {
      if (isCancelled) throw new AppError('cancelled', 'The export was cancelled')
      written = rows
      if (systemClock.monotonic() - toldAt < newsEveryMs) return
      toldAt = systemClock.monotonic()
      tell({ kind: 'progress', written, total: Math.max(total, written) })
    },
  })
  tell({ kind: 'done', written })
} catch (error) {
  if (error instanceof AppError && error.code === 'cancelled') tell({ kind: 'cancelled' })
  else tell({ kind: 'failed', message: error instanceof AppError ? error.message : null })
} finally {
  db.close()
  parentPort?.close()
}
