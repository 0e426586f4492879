// Seals the databases of a closed profile, or copies a sealed one.
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { copyDatabase, type KeyedFile } from '../sqlite/copy-database.ts'
import { explainSqliteError, isDamage, StorageError } from '../sqlite/errors.ts'
import { expose } from '../threads/expose.ts'
import { convert, type KeyChange } from './conversion.ts'

const handlers = {
  convert: (directory: string, change: KeyChange): void => explained(directory, () => convert(directory, change)),
  copy: (source: KeyedFile, target: KeyedFile): void => explained(source.path, () => copyDatabase(source, target)),
}
export type SealingHandlers = typeof handlers

function explained(path: string, run: () => void): void {
  try {
    run()
  } catch (error) {
    throw withCode(explainSqliteError(error, path))
  }
}

/** Marks damage with the error code of SQLite, because classes are lost between threads. The message names the file. */
function withCode(error: unknown): unknown {
  if (!isDamage(error) || !(error instanceof Error)) return error
  const message = error instanceof AppError && error.reason !== null ? error.reason : () => error.message
  return new StorageError(message, { cause: Object.assign(new Error(), { code: 'SQLITE_CORRUPT' }) })
}

expose(() => ({ handlers }), { failure: m.errors_the_data_could_not_be_copied })
