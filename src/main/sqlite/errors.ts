import Database from 'better-sqlite3'
import { AppError, type ErrorMessage } from '#shared/errors.ts'

/** A failure of a database file. */
export class StorageError extends AppError {
  constructor(message: ErrorMessage, options?: ErrorOptions) {
    super('internal', message, options)
  }
}

/** The file was written by a newer version of the app; it was not touched. */
export class NewerDatabaseError extends StorageError {}

/** The file is not a database, is damaged, or contains values that this app never writes. */
export class CorruptDatabaseError extends StorageError {}

/** The file is sealed, and there is no key for it. It is not damaged and must not be replaced. */
export class SealedFileError extends StorageError {
  constructor(path: string) {
    super({ is: 'file-sealed', path })
  }
}

/** Nothing was written: the disk is full, the file read-only, or the disk failed. */
export class DatabaseWriteError extends StorageError {}

/** Another process holds the data directory. */
export class AlreadyRunningError extends StorageError {}

/** SQLite's extended result code (`SQLITE_FULL`, `SQLITE_IOERR_WRITE` …); null for an error of another kind. */
export const sqliteCode = (error: unknown): string | null => (error instanceof Database.SqliteError ? error.code : null)

/** Converts an SQLite error into an error with a reason for the user; returns other errors unchanged. */
export function explainSqliteError(error: unknown, path: string): unknown {
  const code = sqliteCode(error)
  if (code === null) return error
  const options = { cause: error }
  if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB')) {
    return new CorruptDatabaseError({ is: 'file-damaged', path }, options)
  }
  if (code.startsWith('SQLITE_FULL')) {
    return new DatabaseWriteError({ is: 'cannot-save-on-full-disk', path }, options)
  }
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_PERM')) {
    return new DatabaseWriteError({ is: 'cannot-save', path }, options)
  }
  if (code.startsWith('SQLITE_IOERR')) {
    return new DatabaseWriteError({ is: 'disk-error', path }, options)
  }
  if (code.startsWith('SQLITE_CANTOPEN')) {
    return new StorageError({ is: 'cannot-open', path }, options)
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return new StorageError({ is: 'file-in-use', path }, options)
  }
  return error
}

/** Whether an error or one of its causes says that a data file is damaged. */
export function isDamage(error: unknown): boolean {
  if (error instanceof CorruptDatabaseError) return true
  if (!(error instanceof Error)) return false
  // Compares the code, because an error that ended a thread arrives without its class.
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^SQLITE_(CORRUPT|NOTADB)/.test(code) || isDamage(error.cause)
}

/**
 * Prepares an error for another thread. Classes do not cross threads, so damage is marked with the error code of
 * SQLite.
 */
export const asPortable = (error: unknown): unknown =>
  isDamage(error)
    ? new AppError(
        'internal',
        { is: 'damaged' },
        {
          cause: Object.assign(new Error(), { code: 'SQLITE_CORRUPT' }),
        },
      )
    : error

/**
 * Wraps the functions of these objects, and of the objects in them, so that damage of their file is reported for every
 * caller, even for one that ignores the error. The caller gets a CorruptDatabaseError with `message`.
 */
export function watchForDamage<T extends object>(
  parts: T,
  message: ErrorMessage,
  onDamage: (error: unknown) => void,
): T {
  function translate(error: unknown): unknown {
    if (!isDamage(error)) return error
    onDamage(error)
    return new CorruptDatabaseError(message, { cause: error })
  }
  function reject(error: unknown): never {
    throw translate(error)
  }
  const watch =
    (call: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): unknown => {
      try {
        const result = call(...args)
        return result instanceof Promise ? result.catch(reject) : result
      } catch (error) {
        throw translate(error)
      }
    }
  for (const [key, part] of Object.entries(parts)) {
    if (isFunction(part)) Reflect.set(parts, key, watch(part))
    else if (typeof part === 'object' && part !== null) watchForDamage(part, message, onDamage)
  }
  return parts
}

const isFunction = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function'
