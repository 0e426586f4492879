import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { m } from '#shared/messages/messages.js'
import { makeFolder } from '../disk/flush.ts'
import { lockFolder } from '../disk/folder-lock.ts'
import { isLockHeld } from '../disk/lock-holder.ts'
import { createPrivately } from '../disk/private-file.ts'
import { connect } from './connect.ts'
import { assertDataFiles } from './data-files.ts'
import type { Db } from './db.ts'
import { AlreadyRunningError, explainSqliteError, sqliteCode } from './errors.ts'
import { removeDatabase } from './files.ts'

/** The lock of a data directory, held by this process. */
interface DataDirectoryLock {
  /** Releases the directory. A crash releases it too: the operating system drops the lock with the process. */
  release(): void
}

/**
 * Creates the directory if necessary (for this user only) and locks it, so that two processes never write the same data. The lock of
 * its file does not stop a process that finds the file deleted. So the folder itself is locked too, where the system can do that,
 * and the process that holds a deleted file is looked for, where the system tells it.
 * Throws AlreadyRunningError if another process holds a lock, the errors of `assertDataFiles`, and the error of the file system.
 * Nothing else in this process may open the `lock` file: closing any handle to it would drop the lock on POSIX systems.
 */
export function lockDataDirectory(directory: string, lock: typeof lockFolder = lockFolder): DataDirectoryLock {
  makeFolder(directory)
  assertDataFiles(directory)
  const path = join(directory, 'lock')
  const folder = lock(directory)
  if (folder === 'taken') throw alreadyRunning()
  try {
    if (isLockHeld(path)) throw alreadyRunning()
    const db = takeLock(path)
    return {
      release: () => {
        db.close()
        folder?.release()
      },
    }
  } catch (error) {
    folder?.release()
    throw error
  }
}

const alreadyRunning = (): AlreadyRunningError => new AlreadyRunningError(m.sqlite_tidemark_is_already_running)

function takeLock(path: string): Db {
  try {
    return openExclusively(path)
  } catch (error) {
    const code = sqliteCode(error)
    if (code?.startsWith('SQLITE_BUSY') === true) throw alreadyRunning()
    // Reading the file needed a shared lock, so no process holds the lock: a damaged file can be replaced.
    if (code !== 'SQLITE_NOTADB' && code?.startsWith('SQLITE_CORRUPT') !== true) throw explainSqliteError(error, path)
    removeDatabase(path)
    return openExclusively(path)
  }
}

function openExclusively(path: string): Db {
  if (!existsSync(path)) createPrivately(path)
  // The lock file has no content, so it needs no encryption.
  const db = connect(path, { timeout: 0 }, null)
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = MEMORY')
    db.exec('BEGIN EXCLUSIVE')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
