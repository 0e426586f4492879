// Writes one export.
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { openCacheReader } from '../cache/open.ts'
import type { Db } from '../sqlite/db.ts'
import { asPortable } from '../sqlite/errors.ts'
import { holdKeyOf } from '../sqlite/keys.ts'
import { expose, sendNotice } from '../threads/expose.ts'
import { systemClock } from '../time/clock.ts'
import type { ExportHandlers, ExportProgress, ExportTask } from './messages.ts'
import { writeExport } from './remarks.ts'
import { writeTransactions } from './write-transactions.ts'
import { writeWhole } from './write-whole.ts'

/** The minimum time between two reports of progress. */
const progressEveryMs = 250

let isCancelled = false
let reportedAt = -Infinity

function report(written: number, total: number): void {
  if (isCancelled) throw new AppError('cancelled', m.export_the_export_was_cancelled())
  if (systemClock.monotonic() - reportedAt < progressEveryMs) return
  reportedAt = systemClock.monotonic()
  sendNotice({ written, total } satisfies ExportProgress)
}

async function writeFile(db: Db, { path, request }: ExportTask): Promise<number> {
  if (request.format === 'csv') return writeTransactions({ db, path, report }, request)
  let written = 0
  await writeExport(
    async (file) => {
      written = await writeWhole({ db, append: (data) => file.append(data), report }, request)
    },
    { path },
  )
  return written
}

const handlers: ExportHandlers = {
  async write(task) {
    holdKeyOf(task.cachePath, task.key)
    const db = openCacheReader(task.cachePath)
    try {
      // Rows that arrive during the export are not included: the file shows one state of the cache.
      db.exec('BEGIN')
      return await writeFile(db, task)
    } finally {
      db.close()
    }
  },
  cancel: () => void (isCancelled = true),
}

expose(() => ({ handlers }), { failure: m.export_the_export_stopped_unexpectedly, explain: asPortable })
