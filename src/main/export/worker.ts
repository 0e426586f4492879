import { parentPort, workerData } from 'node:worker_threads'
import { AppError, isCancellation } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
// Entry of the export thread: writes one export, then exits.
import { errorText } from '#shared/text/errors/error-text.ts'
import { keepText } from '#shared/text/kept-text.ts'
import { openCacheReader } from '../cache/open.ts'
import { isDamage } from '../sqlite/errors.ts'
import { holdKeyOf } from '../sqlite/keys.ts'
import { systemClock } from '../time/clock.ts'
import type { ExportMessage, ExportRequest, ExportTask } from './messages.ts'
import { writeExport } from './remarks.ts'
import { writeTransactions } from './write-transactions.ts'
import { writeWhole } from './write-whole.ts'

/** The minimum time between two reports of progress. */
const progressEveryMs = 250

const { cachePath, key, path, request } = workerData as ExportTask
holdKeyOf(cachePath, key)
const post = (message: ExportMessage): void => parentPort?.postMessage(message)
let isCancelled = false
parentPort?.on('message', () => (isCancelled = true))

let reportedAt = -Infinity
function report(written: number, total: number): void {
  if (isCancelled) throw new AppError('cancelled', m.export_the_export_was_cancelled())
  if (systemClock.monotonic() - reportedAt < progressEveryMs) return
  reportedAt = systemClock.monotonic()
  post({ kind: 'progress', written, total })
}

/** Writes the file. Returns the number of rows. */
async function writeFile(chosen: ExportRequest): Promise<number> {
  if (chosen.format === 'csv') return writeTransactions({ db, path, report }, chosen)
  let written = 0
  await writeExport(
    async (file) => {
      written = await writeWhole({ db, append: (data) => file.append(data), report }, chosen)
    },
    { path },
  )
  return written
}

const db = openCacheReader(cachePath)
try {
  // Rows that arrive during the export are not included: the file shows one state of the cache.
  db.exec('BEGIN')
  post({ kind: 'done', written: await writeFile(request) })
} catch (error) {
  if (isCancellation(error)) post({ kind: 'cancelled' })
  else {
    const message = error instanceof AppError ? keepText(() => errorText(error)) : null
    post({ kind: 'failed', message, isDamage: isDamage(error) })
  }
} finally {
  db.close()
  parentPort?.close()
}
