import { closeSync, existsSync, openSync } from 'node:fs'
import { connect } from './connect.ts'
import type { Db } from './db.ts'
import { explainSqliteError, NewerDatabaseError, sqliteCode, StorageError } from './errors.ts'
import { readVersion, type Migrations } from './migrate.ts'

/** How long the first read waits for another program that has the file for itself. */
const busyTimeoutMs = 5_000

/**
 * Opens a database for reading only, as it is at this moment: what another program writes afterwards is not seen. The file is
 * never written and never updated. Throws a StorageError for a file that is missing, damaged, or of another version, and for one
 * in a folder that cannot be written while nobody has the file open.
 */
export function openSnapshot(path: string, migrations: Migrations): Db {
  let db: Db | null = null
  try {
    db = connect(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs })
    // The operating system caches the file as well, and a command reads most rows once.
    db.pragma('cache_size = -2000')
    db.exec('BEGIN')
    // The first read fixes what all later ones see.
    assertVersion(readVersion(db), migrations.length, path)
    return db
  } catch (error) {
    db?.close()
    throw needsFolder(error, path) ? unwritableFolder(path, error) : explainSqliteError(error, path)
  }
}

/** SQLite notes beside a file who reads it. Where the app has the file open, it did so already. */
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
  new StorageError(
    `${path} cannot be read, because its folder cannot be written: SQLite notes there who reads. Copy the data directory to a folder of yours, and name the copy with --data-dir.`,
    { cause },
  )

function assertVersion(version: number, known: number, path: string): void {
  if (version > known)
    throw new NewerDatabaseError(`${path} was written by a newer version of Tidemark. Use that version to read it.`)
  if (version < known)
    throw new StorageError(`${path} was written by an older version of Tidemark. Start this version once to update it.`)
}
