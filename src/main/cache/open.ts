import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { assertSoundTable, tableNames } from '../sqlite/check.ts'
import { connect } from '../sqlite/connect.ts'
import type { Db } from '../sqlite/db.ts'
import { CorruptDatabaseError, NewerDatabaseError, sqliteCode } from '../sqlite/errors.ts'
import { asidePath, moveDatabase, removeDatabase } from '../sqlite/files.ts'
import { openSnapshot } from '../sqlite/open-snapshot.ts'
import { openDatabase } from '../sqlite/open.ts'
import { systemClock, type Clock } from '../time/clock.ts'
import { migrations } from './schema/migrations.ts'

/**
 * A commit merges the write-ahead log into the file at this number of pages. The limit of the writing thread is lower,
 * so that the main thread rarely merges.
 */
const mergesAtPages = { main: 12_000, writer: 8_000 }

/** The maximum time that a connection waits for the write of another connection. */
const busyTimeoutMs = 5_000

interface OpenedCache {
  readonly db: Db
  /** The old file, if an empty file replaced it. Then all data must be read from the service again. */
  readonly setAside: CacheSetAside | null
}

/**
 * Opens the cache. A damaged file, or a file of a newer version, is renamed and replaced by an empty one, because its
 * data can be read again. Throws another StorageError if the disk fails.
 */
export function openCache(path: string, clock: Pick<Clock, 'now'> = systemClock): OpenedCache {
  try {
    return { db: open(path), setAside: null }
  } catch (error) {
    const reason = reasonToReplace(error)
    if (reason === null) throw error
    const setAside = setCacheAside(path, reason, clock.now())
    return { db: open(path), setAside }
  }
}

function reasonToReplace(error: unknown): CacheSetAside['reason'] | null {
  if (error instanceof NewerDatabaseError) return 'newer'
  if (error instanceof CorruptDatabaseError) return 'damaged'
  // A migration fails on rows or tables that this app did not write.
  const code = sqliteCode(error)
  return code === 'SQLITE_ERROR' || code?.startsWith('SQLITE_CONSTRAINT') === true ? 'damaged' : null
}

function open(path: string): Db {
  const db = openDatabase(path, migrations, { synchronous: 'NORMAL' })
  db.pragma(`wal_autocheckpoint = ${mergesAtPages.main}`)
  // The operating system caches the file as well; this cache counts as memory of the app, which has to stay small.
  db.pragma('cache_size = -5000')
  return db
}

/**
 * Opens a second connection, for a thread that only reads. Another connection must have opened the file and updated it
 * to this version.
 */
export function openCacheReader(path: string): Db {
  const db = connect(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs })
  // Sums of one instrument's rows read about 14 MB and are requested repeatedly: a cache of half that size would not help.
  // An idle thread releases it.
  db.pragma('cache_size = -16000')
  return db
}

/** Opens a snapshot of the cache for another program. Throws a StorageError. */
export const openCacheSnapshot = (path: string): Db => openSnapshot(path, migrations)

/** Opens a second connection, for the thread that writes the history. */
export function openCacheWriter(path: string): Db {
  const db = connect(path, { fileMustExist: true, timeout: busyTimeoutMs })
  db.pragma('synchronous = NORMAL')
  db.pragma('foreign_keys = ON')
  // The rows of one page are spread over the indexes of a million rows. The parts that every page reads stay in memory.
  db.pragma('cache_size = -24000')
  db.pragma(`wal_autocheckpoint = ${mergesAtPages.writer}`)
  return db
}

/** A cache that was replaced by an empty one. */
export interface CacheSetAside {
  readonly reason: 'damaged' | 'newer'
  /** Where its file is now. */
  readonly path: string
}

/** The maximum number of replaced files. They may be as large as the cache, and are only needed to analyze a fault. */
const maxSetAside = 2
const namePattern = /^cache\.(?:damaged|newer)-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.sqlite$/

/**
 * Renames a closed cache with its `-wal` and `-shm` files. Only the newest two renamed caches are kept. `now` is UTC
 * ms. Throws if the disk fails.
 */
export function setCacheAside(path: string, reason: CacheSetAside['reason'], now: number): CacheSetAside {
  const aside = asidePath(path, reason, now)
  removeDatabase(aside)
  moveDatabase(path, aside)
  const folder = dirname(path)
  // Never this one: its time is not the newest if the clock was set back.
  const older = listAside(folder).filter((name) => name !== basename(aside))
  for (const name of older.slice(maxSetAside - 1)) removeDatabase(join(folder, name))
  return { reason, path: aside }
}

/** Newest first. */
function listAside(folder: string): string[] {
  const timeOf = (name: string): string => namePattern.exec(name)?.[1] ?? ''
  return readdirSync(folder)
    .filter((name) => namePattern.test(name))
    .sort((a, b) => timeOf(b).localeCompare(timeOf(a)))
}

/**
 * Reads the whole file and checks its structure, table by table, so that no check blocks the merge of the write-ahead
 * log for long. Takes about a second for each 300 MB: call it in a thread. Throws CorruptDatabaseError if the file is
 * damaged or missing.
 */
export function checkCache(path: string): void {
  if (!existsSync(path)) throw new CorruptDatabaseError({ is: 'file-missing', path })
  const db = connect(path, { readonly: true, fileMustExist: true, timeout: 5_000 })
  try {
    for (const name of tableNames(db)) assertSoundTable(db, name, 'quick')
  } finally {
    db.close()
  }
}
