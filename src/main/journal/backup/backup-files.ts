import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { BackupReason } from '../../../shared/model/app/data.ts'
import { fileTime } from '../../disk/new-file.ts'

/** A backup on disk. */
export interface Backup {
  readonly path: string
  /** UTC ms. */
  readonly at: number
  readonly reason: BackupReason
}

const maxBackups = 7
const namePattern = /^journal-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z(?:-([a-z-]+))?\.sqlite$/

/**
 * The path of a new backup. Its name contains the time and, unless it is a daily backup, the reason. If a backup of this second
 * exists, the next free second is used, so that no backup is replaced.
 */
export function newBackup(directory: string, at: number, reason: BackupReason): Backup {
  const path = join(directory, `journal-${fileTime(at)}${reason === 'daily' ? '' : `-${reason}`}.sqlite`)
  return existsSync(path) ? newBackup(directory, at + 1_000, reason) : { path, at, reason }
}

/** The existing backups, newest first. */
export function listBackups(directory: string): Backup[] {
  return readNames(directory)
    .flatMap((name) => {
      const [, hour, minute, second, suffix = 'daily'] = namePattern.exec(name) ?? []
      const reason = BackupReason.safeParse(suffix)
      if (hour === undefined || !reason.success) return []
      return [{ path: join(directory, name), at: Date.parse(`${hour}:${minute}:${second}Z`), reason: reason.data }]
    })
    .sort((a, b) => b.at - a.at)
}

/** Deletes all except the newest seven backups of this reason. Never deletes `kept`, even if the clock was set back. */
export function pruneBackups(directory: string, kept: Backup): void {
  const older = listBackups(directory).filter(({ path, reason }) => reason === kept.reason && path !== kept.path)
  for (const { path } of older.slice(maxBackups - 1)) rmSync(path, { force: true })
}

function readNames(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch (error) {
    // No such folder, or a file in its place: there are no backups. The next backup reports the problem.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return []
    throw error
  }
}
