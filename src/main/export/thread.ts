// Entry of the export thread: writes one export, then exits.
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../shared/errors.ts'
import { openCacheReader } from '../cache/open.ts'
import type { StoredTransaction } from '../cache/transactions/rows/row.ts'
import { createTransactionPages } from '../cache/transactions/query/pages.ts'
import { TotalsReader } from '../cache/transactions/totals/totals.ts'
import { isDamage } from '../sqlite/errors.ts'
import { systemClock } from '../time/clock.ts'
import type { ExportMessage, ExportTask } from './messages.ts'
import { writeCsv } from './write-csv.ts'

const pageRows = 1_000
/** Progress is reported at most this often. */
const progressEveryMs = 250

const { cachePath, path, filter, direction, separator } = workerData as ExportTask
const post = (message: ExportMessage): void => parentPort?.postMessage(message)
let isCancelled = false
parentPort?.on('message', () => (isCancelled = true))

const db = openCacheReader(cachePath)
const pages = createTransactionPages(db)

function count(): number {
  const steps = new TotalsReader(db).steps(filter)
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
  let reportedAt = -Infinity
  await writeCsv(readBatches(), {
    path,
    separator,
    onWritten(rows) {
      if (isCancelled) throw new AppError('cancelled', 'The export was cancelled')
      written = rows
      if (systemClock.monotonic() - reportedAt < progressEveryMs) return
      reportedAt = systemClock.monotonic()
      post({ kind: 'progress', written, total: Math.max(total, written) })
    },
  })
  post({ kind: 'done', written })
} catch (error) {
  if (error instanceof AppError && error.code === 'cancelled') post({ kind: 'cancelled' })
  else post({ kind: 'failed', message: error instanceof AppError ? error.message : null, isDamage: isDamage(error) })
} finally {
  db.close()
  parentPort?.close()
}
