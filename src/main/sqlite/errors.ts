import Database from 'better-sqlite3'
import { AppError } from '../../shared/errors.ts'

/** A failure of a database file. The message is for the user: what happened and what to do. */
export class StorageError extends AppError {
  constructor(message: string, options?: ErrorOptions) {
    super('internal', message, options)
  }
}

/** The file was written by a newer version of the app; it was not touched. */
export class NewerDatabaseError extends StorageError {}

/** The file is not a database, is damaged, or contains values that this app never writes. */
export class CorruptDatabaseError extends StorageError {}

/** Nothing was written: the disk is full, the file read-only, or the disk failed. */
export class DatabaseWriteError extends StorageError {}

/** Another process holds the data directory. */
export class AlreadyRunningError extends StorageError {}

/** SQLite's extended result code (`SQLITE_FULL`, `SQLITE_IOERR_WRITE` …); null for an error of another kind. */
export const sqliteCode = (error: unknown): string | null => (error instanceof Database.SqliteError ? error.code : null)

/** Converts an SQLite error into an error with a message for the user; returns other errors unchanged. */
export function explainSqliteError(error: unknown, path: string): unknown {
  const code = sqliteCode(error)
  if (code === null) return error
  const options = { cause: error }
  if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB')) {
    return new CorruptDatabaseError(`The file ${path} is damaged.`, options)
  }
  if (code.startsWith('SQLITE_FULL')) {
    return new DatabaseWriteError(`Nothing was saved: the disk that holds ${path} is full. Free some space.`, options)
  }
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_PERM')) {
    return new DatabaseWriteError(`Nothing was saved: ${path} is not writable. Check its permissions.`, options)
  }
  if (code.startsWith('SQLITE_IOERR')) {
    return new DatabaseWriteError(`The disk that holds ${path} reported an error. Check the disk.`, options)
  }
  if (code.startsWith('SQLITE_CANTOPEN')) {
    return new StorageError(`The file ${path} cannot be opened. Check that its folder exists and is writable.`, options)
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return new StorageError(`The file ${path} is in use by another program. Close it and try again.`, options)
  }
  return error
}
