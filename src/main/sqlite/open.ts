import { createPrivately } from '../disk/private-file.ts'
import { connect, inMemory } from './connect.ts'
import type { Db } from './db.ts'
import { CorruptDatabaseError, explainSqliteError, sqliteCode } from './errors.ts'
import { migrate, readVersion, type Migrations } from './migrate.ts'

interface OpenOptions {
  /** With FULL every commit survives a power cut; with NORMAL the last commits may be lost, but the file is not damaged. */
  readonly synchronous: 'FULL' | 'NORMAL'
  /** Checks the whole file for damage first: only for files that are small enough to do so at each start. */
  readonly checksWholeFile?: boolean
  /** Whether this is the only connection to the file while it is open. */
  readonly isAlone?: boolean
  /** Runs before the schema of an existing file is updated. If it throws, the file stays unchanged. */
  readonly beforeMigration?: (db: Db) => void
}

/** How long a connection waits for the write of another connection before it fails. */
const busyTimeoutMs = 5_000

/**
 * Opens or creates a database file and updates its schema.
 * Throws CorruptDatabaseError, NewerDatabaseError, or another StorageError; then nothing is left open.
 */
export function openDatabase(path: string, migrations: Migrations, options: OpenOptions): Db {
  let db: Db | null = null
  try {
    db = connectForWriting(path, options)
    db.pragma(`synchronous = ${options.synchronous}`)
    if (options.synchronous === 'FULL') {
      // On macOS a plain fsync leaves data in the cache of the drive. Other systems ignore these two.
      db.pragma('fullfsync = ON')
      db.pragma('checkpoint_fullfsync = ON')
    }
    db.pragma('foreign_keys = ON')
    if (options.checksWholeFile === true) assertSound(db)
    const version = readVersion(db)
    if (version > 0 && version < migrations.length) options.beforeMigration?.(db)
    migrate(db, migrations)
    trackDatabase(db)
    return db
  } catch (error) {
    db?.close()
    throw explainSqliteError(error, path)
  }
}

function connectForWriting(path: string, { isAlone = false }: OpenOptions): Db {
  try {
    if (path !== inMemory) createPrivately(path)
  } catch {
    // SQLite reports problems of the path.
  }
  try {
    return connectWith(path, ['journal_mode = WAL'])
  } catch (error) {
    if (sqliteCode(error)?.startsWith('SQLITE_IOERR_SHM') !== true) throw error
  }
  // The disk is full: there is no space for the shared memory of connections. Reading must still be possible.
  if (isAlone) return connectWith(path, ['locking_mode = EXCLUSIVE', 'journal_mode = WAL'])
  // Outside WAL mode connections need no shared memory. The mode is first MEMORY, because this change must not write new files.
  const steps = ['locking_mode = EXCLUSIVE', 'journal_mode = MEMORY', 'journal_mode = DELETE', 'locking_mode = NORMAL']
  return connectWith(path, steps)
}

function connectWith(path: string, pragmas: readonly string[]): Db {
  const db = connect(path, { timeout: busyTimeoutMs })
  try {
    for (const pragma of pragmas) db.pragma(pragma)
    // A new locking mode takes effect at the next read.
    readVersion(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Throws CorruptDatabaseError if SQLite finds damage in the file's structure. Reads the whole file. */
export function assertSound(db: Db): void {
  const verdict: unknown = db.pragma('quick_check(1)', { simple: true })
  if (verdict !== 'ok') throw new CorruptDatabaseError({ is: 'file-damaged', path: db.name }, { cause: verdict })
}

/** Updates the query planner's statistics if they are due, then closes. A second close has no effect. */
export function closeDatabase(db: Db): void {
  if (!db.open) return
  try {
    if (!db.readonly) db.pragma('optimize')
  } catch (error) {
    // Statistics are optional: a full disk or a damaged file must not prevent the app from quitting.
    if (sqliteCode(error) === null) throw error
  } finally {
    db.close()
  }
}

/** The databases that this thread opened for writing. */
const databases = new Set<Db>()

/** Registers a database for `closeOpenDatabases`. */
function trackDatabase(db: Db): void {
  for (const tracked of databases) if (!tracked.open) databases.delete(tracked)
  databases.add(db)
}

/**
 * Closes all databases of this thread at once, for a process that ends without waiting for its work: an open transaction is
 * rolled back. Never throws.
 */
export function closeOpenDatabases(): void {
  for (const db of databases) {
    try {
      db.close()
    } catch {
      // A statement is still running. SQLite recovers the file at the next start.
    }
  }
  databases.clear()
}
