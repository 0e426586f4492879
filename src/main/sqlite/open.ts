import Database from 'better-sqlite3'
import { createPrivately } from '../disk/private-file.ts'
import type { Db } from './db.ts'
import { CorruptDatabaseError, explainSqliteError, sqliteCode } from './errors.ts'
import { migrate, readVersion, type Migrations } from './migrate.ts'
import { trackDatabase } from './open-databases.ts'

interface OpenOptions {
  /** FULL survives a power cut with the last commit; NORMAL may lose the last ones, never the file. */
  readonly synchronous: 'FULL' | 'NORMAL'
  /** Reads the whole file for damage first: for files small enough to do so at each start. */
  readonly checksWholeFile?: boolean
  /** Whether this is the only connection to the file as long as it is open. */
  readonly isAlone?: boolean
  /** Runs before the schema of an existing file is updated. When it throws, the file stays as it is. */
  readonly beforeMigration?: (db: Db) => void
}

/** How long a connection waits for another one's write before it gives up. */
const busyTimeoutMs = 5_000

/**
 * Opens or creates a file of data and brings its schema up to date.
 * Throws CorruptDatabaseError, NewerDatabaseError, or another StorageError; then nothing is left open.
 */
export function openDatabase(path: string, migrations: Migrations, options: OpenOptions): Db {
  let db: Db | null = null
  try {
    db = connect(path, options)
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

function connect(path: string, { isAlone = false }: OpenOptions): Db {
  try {
    createPrivately(path)
  } catch {
    // SQLite reports what is wrong with the path. In memory there is no file.
  }
  try {
    return connectWith(path, ['journal_mode = WAL'])
  } catch (error) {
    if (sqliteCode(error)?.startsWith('SQLITE_IOERR_SHM') !== true) throw error
  }
  // The disk is full: there is no space for the memory that connections share. Reading must be possible all the same.
  if (isAlone) return connectWith(path, ['locking_mode = EXCLUSIVE', 'journal_mode = WAL'])
  // Not in WAL mode connections need no shared memory. By way of MEMORY, because the change itself must write nothing new.
  const steps = ['locking_mode = EXCLUSIVE', 'journal_mode = MEMORY', 'journal_mode = DELETE', 'locking_mode = NORMAL']
  return connectWith(path, steps)
}

function connectWith(path: string, pragmas: readonly string[]): Db {
  const db = new Database(path, { timeout: busyTimeoutMs })
  try {
    for (const pragma of pragmas) db.pragma(pragma)
    // A change of the locking mode holds from the next reading on.
    readVersion(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Throws CorruptDatabaseError when SQLite finds the file's structure broken. Reads all of it. */
export function assertSound(db: Db): void {
  const verdict: unknown = db.pragma('quick_check(1)', { simple: true })
  if (verdict !== 'ok') throw new CorruptDatabaseError(`The file ${db.name} is damaged.`, { cause: verdict })
}

/** Refreshes the planner's statistics where that is due, then closes. Closing twice does no harm. */
export function closeDatabase(db: Db): void {
  if (!db.open) return
  try {
    if (!db.readonly) db.pragma('optimize')
  } catch (error) {
    // Statistics are a convenience: a full disk or a damaged file must not keep the app from quitting.
    if (sqliteCode(error) === null) throw error
  } finally {
    db.close()
  }
}
