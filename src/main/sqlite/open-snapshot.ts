import { connect } from './connect.ts'
import type { Db } from './db.ts'
import { explainSqliteError, NewerDatabaseError, StorageError } from './errors.ts'
import { readVersion, type Migrations } from './migrate.ts'

/** How long the first read waits for another program that has the file for itself. */
const busyTimeoutMs = 5_000

/**
 * Opens a database for reading only, as it is at this moment: what another program writes afterwards is not seen. The file is
 * never written and never updated. Throws a StorageError for a file that is missing, damaged, or of another version.
 */
export function openSnapshot(path: string, migrations: Migrations): Db {
  let db: Db | null = null
  try {
    db = connect(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs })
    db.exec('BEGIN')
    // The first read fixes what all later ones see.
    assertVersion(readVersion(db), migrations.length, path)
    return db
  } catch (error) {
    db?.close()
    throw explainSqliteError(error, path)
  }
}

function assertVersion(version: number, known: number, path: string): void {
  if (version > known)
    throw new NewerDatabaseError(`${path} was written by a newer version of Tidemark. Use that version to read it.`)
  if (version < known)
    throw new StorageError(`${path} was written by an older version of Tidemark. Start this version once to update it.`)
}
