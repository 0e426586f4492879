import { spawnSync } from 'node:child_process'
import {
  existsSync,
  closeSync,
  constants,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from 'node:fs'
import { join, basename, dirname } from 'node:path'
import { makeFolder } from '../disk/flush.ts'
import { createPrivately } from '../disk/private-file.ts'
import { connect } from './connect.ts'
import { assertDataFiles } from './data-files.ts'
import type { Db } from './db.ts'
import { AlreadyRunningError, explainSqliteError, sqliteCode } from './errors.ts'
import { removeDatabase } from './files.ts'

/** The first of the bytes that SQLite locks to read a file, and to write it alone (SHARED_FIRST in its os.h). */
const firstSharedByte = 0x4000_0002

/**
 * Whether a process of this user, also this one, holds SQLite's exclusive lock of the file at this path, or of one that was there
 * until it was deleted, whose lock nobody else meets. Only Linux tells; elsewhere `false`. It does not open the file.
 */
function isLockHeld(path: string): boolean {
  try {
    const file = join(realpathSync(dirname(path)), basename(path))
    return lockingProcesses().some((pid) =>
      openFiles(pid).some((open) => open === file || open === `${file} (deleted)`),
    )
  } catch {
    return false
  }
}

/** The processes that hold an exclusive lock of SQLite: `1: POSIX  ADVISORY  WRITE 4711 08:02:15 1073741824 1073742335`. */
function lockingProcesses(): string[] {
  const locks = readFileSync('/proc/locks', 'latin1').matchAll(/ WRITE (\d+) \S+ (\d+) (\d+)$/gm)
  const holders = [...locks].flatMap(([, pid = '', first, last]) =>
    Number(first) <= firstSharedByte && Number(last) >= firstSharedByte ? [pid] : [],
  )
  return [...new Set(holders)]
}

/** The paths of the open files of a process; none for a process that has ended, or of another user. */
function openFiles(pid: string): string[] {
  try {
    const folder = `/proc/${pid}/fd`
    return readdirSync(folder).map((name) => readlinkSync(join(folder, name)))
  } catch {
    return []
  }
}

/** The lock of a folder, held by this process until `release`, or until it ends. */
interface FolderLock {
  release(): void
}

/** `open` of macOS with these flags locks what it opens, or fails at once; see open(2) there. */
const macLock = 0x20 | constants.O_NONBLOCK
const timeoutMs = 5_000

/**
 * Locks a folder itself, so that no file has to stay in it for the lock: on Linux with flock(1), which locks the open folder of this
 * process, as flock(2) does; on macOS with a flag of open(2). `taken`: another process, or this one, holds the lock. `null`: this
 * system or this file system has no such lock. Windows needs none, because there a locked file cannot be deleted.
 */
function lockFolder(path: string, platform: NodeJS.Platform = process.platform): FolderLock | 'taken' | null {
  if (platform === 'darwin') return openLocked(path)
  if (platform !== 'linux') return null
  const folder = openSync(path, constants.O_RDONLY)
  const verdict = flock(folder)
  if (verdict === 'locked') return { release: () => closeSync(folder) }
  closeSync(folder)
  return verdict
}

function openLocked(path: string): FolderLock | 'taken' | null {
  try {
    const folder = openSync(path, constants.O_RDONLY | macLock)
    return { release: () => closeSync(folder) }
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EAGAIN' ? 'taken' : null
  }
}

/** The lock belongs to the opened folder, which the program shares with this process, so it stays when the program ends. */
function flock(folder: number): 'locked' | 'taken' | null {
  const { status, stderr } = spawnSync('flock', ['-n', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', folder],
    timeout: timeoutMs,
    // A program that was started without PATH finds the system's programs too.
    env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/bin:/bin` },
  })
  if (status === 0) return 'locked'
  // Other failures, for example of a file system without locks, write a message.
  return status === 1 && stderr.length === 0 ? 'taken' : null
}

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

const alreadyRunning = (): AlreadyRunningError => new AlreadyRunningError({ is: 'already-running' })

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
