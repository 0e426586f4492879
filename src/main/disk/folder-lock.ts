import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'

/** The lock of a folder, held by this process until `release`, or until it ends. */
export interface FolderLock {
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
export function lockFolder(path: string, platform: NodeJS.Platform = process.platform): FolderLock | 'taken' | null {
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
