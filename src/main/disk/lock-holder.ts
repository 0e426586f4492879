import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The first of the bytes that SQLite locks to read a file, and to write it alone (SHARED_FIRST in its os.h). */
const firstSharedByte = 0x4000_0002

/**
 * Whether a process of this user, also this one, holds SQLite's exclusive lock of the file at this path, or of one that was there
 * until it was deleted, whose lock nobody else meets. Only Linux tells; elsewhere `false`. It does not open the file.
 */
export function isLockHeld(path: string): boolean {
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
