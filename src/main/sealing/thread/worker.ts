import { parentPort } from 'node:worker_threads'
import { AppError } from '#shared/errors.ts'
// Runs in its own thread: seals the databases of a closed profile, or copies a sealed one.
import { m } from '#shared/messages/messages.js'
import { copyDatabase } from '../../sqlite/copy-database.ts'
import { explainSqliteError, isDamage, StorageError } from '../../sqlite/errors.ts'
import { sendFailure, sendResult, writeTextsFor, type ThreadRequest } from '../../threads/messages.ts'
import { convert } from '../conversion.ts'
import type { SealingTask } from './messages.ts'

function run(task: SealingTask): void {
  if (task.kind === 'convert') convert(task.directory, { from: task.from, to: task.to })
  else copyDatabase(task.source, task.target)
}

parentPort?.on('message', (request: ThreadRequest<SealingTask>) => {
  const { id, task } = request
  writeTextsFor(request)
  try {
    run(task)
    sendResult(id, undefined)
  } catch (error) {
    const explained = explainSqliteError(error, task.kind === 'copy' ? task.source.path : task.directory)
    // The message already names the file. The error keeps its message and loses its class.
    const portable = explained instanceof StorageError && !isDamage(explained) ? explained : withMessage(explained)
    sendFailure(id, portable, m.errors_the_data_could_not_be_copied)
  }
})

/** Marks damage with the error code of SQLite, because classes are lost between threads. */
function withMessage(error: unknown): unknown {
  if (!isDamage(error) || !(error instanceof Error)) return error
  const message = error instanceof AppError && error.reason !== null ? error.reason : () => error.message
  return new StorageError(message, { cause: Object.assign(new Error(), { code: 'SQLITE_CORRUPT' }) })
}
