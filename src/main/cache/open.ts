import Database from 'better-sqlite3'
import type { Db } from '../sqlite/db.ts'
import { CorruptDatabaseError } from '../sqlite/errors.ts'
import { removeDatabase } from '../sqlite/files.ts'
import { openDatabase } from '../sqlite/open.ts'
import { migrations } from './migrations.ts'

/**
 * Pages in the write-ahead log before a commit merges them into the file. The thread that writes history does so sooner,
 * so that the main thread hardly ever has to.
 */
const mergesAtPages = { main: 12_000, writer: 8_000 }

/** How long a connection waits for another one's write before it gives up. */
const busyTimeoutMs = 5_000

interface OpenedCache {
  readonly db: Db
  /** The file was damaged and begun anew: all of it is to be fetched again. */
  readonly rebuilt: boolean
}

/**
 * Opens what the service said. A damaged file is deleted and begun anew, for nothing in it is only here.
 * Throws NewerDatabaseError for a newer app's file, another StorageError where the disk does not let it.
 */
export function openCache(path: string): OpenedCache {
  try {
    return { db: open(path), rebuilt: false }
  } catch (error) {
    if (!(error instanceof CorruptDatabaseError)) throw error
    removeDatabase(path)
    return { db: open(path), rebuilt: true }
  }
}

function open(path: string): Db {
  const db = openDatabase(path, migrations, { synchronous: 'NORMAL' })
  db.pragma(`wal_autocheckpoint = ${mergesAtPages.main}`)
  // The system keeps the file's pages too: here it is memory of the app, which stays small.
  db.pragma('cache_size = -5000')
  return db
}

/** A second connection for a thread that only reads. The file must be open, and of this version, already. */
export function openCacheReader(path: string): Db {
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs })
  // Sums of one instrument's rows touch some fourteen megabytes, and are asked for again: half of them kept is of no use.
  // A thread at rest gives it back.
  db.pragma('cache_size = -16000')
  return db
}

/** A second connection for the thread that writes the history. */
export function openCacheWriter(path: string): Db {
  const db = new Database(path, { fileMustExist: true, timeout: busyTimeoutMs })
  db.pragma('synchronous = NORMAL')
  db.pragma('foreign_keys = ON')
  // Indices of a million rows are written all over: what is read again for each page is kept.
  db.pragma('cache_size = -24000')
  db.pragma(`wal_autocheckpoint = ${mergesAtPages.writer}`)
  return db
}
