import { closeSync, existsSync, openSync } from 'node:fs'
import { connect } from './connect.ts'
import type { Db } from './db.ts'
import { explainSqliteError, NewerDatabaseError, sqliteCode, StorageError } from './errors.ts'
import { readVersion, type Migrations } from './migrate.ts'

/** The maximum wait of the first read for another program that has locked the file. */
const busyTimeoutMs = 5_000

/**
 * Opens a read-only snapshot of a database: later writes of other programs are not visible. The file is never written,
 * and its schema is not updated. Throws a StorageError for a file that is missing, damaged or of another version, and
 * for a file in a read-only folder if no program has the file open.
 */
export function openSnapshot(path: string, migrations: Migrations): Db {
  let db: Db | null = null
  try {
    db = connect(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs })
    // The cache can be small: the operating system caches the file as well, and a command reads most rows once.
    db.pragma('cache_size = -2000')
    db.exec('BEGIN')
    // The first read determines the snapshot that all later reads see.
    assertVersion(readVersion(db), migrations.length, path)
    return db
  } catch (error) {
    db?.close()
    throw needsFolder(error, path) ? unwritableFolder(path, error) : explainSqliteError(error, path)
  }
}

/**
 * SQLite writes a `-shm` file next to a database that is read. If the app has the database open, that file already
 * exists.
 */
function needsFolder(error: unknown, path: string): boolean {
  return /^SQLITE_(READONLY|CANTOPEN)/.test(sqliteCode(error) ?? '') && !existsSync(`${path}-shm`) && isReadable(path)
}

function isReadable(path: string): boolean {
  try {
    closeSync(openSync(path, 'r'))
    return true
  } catch {
    return false
  }
}

const unwritableFolder = (path: string, cause: unknown): StorageError =>
  new StorageError({ is: 'snapshot-needs-writable-folder', path }, { cause })

function assertVersion(version: number, known: number, path: string): void {
  if (version > known) throw new NewerDatabaseError({ is: 'newer-version-for-reading', path })
  if (version < known) throw new StorageError({ is: 'older-version', path })
}
