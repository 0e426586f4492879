import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { BackupReason } from '#shared/model/app/data.ts'
import { removeFlushed } from '../../disk/flush.ts'
import { fileTime } from '../../disk/new-file.ts'
import { readBackupNumber } from './backup-number.ts'

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

/**
 * The existing backups, newest first: by their numbers, because the clock may have been wrong. Those without a number follow, by
 * their times.
 */
export const listBackups = (directory: string): Backup[] =>
  readNumbered(directory).map(({ number: _, ...backup }) => backup)

/** The highest number of a backup in this folder; 0 without one. */
export const newestNumber = (directory: string): number => readNumbered(directory)[0]?.number ?? 0

function readNumbered(directory: string): (Backup & { readonly number: number })[] {
  return readNames(directory)
    .flatMap((name) => {
      const [, hour, minute, second, suffix = 'daily'] = namePattern.exec(name) ?? []
      const reason = BackupReason.safeParse(suffix)
      if (hour === undefined || !reason.success) return []
      const path = join(directory, name)
      const at = Date.parse(`${hour}:${minute}:${second}Z`)
      return [{ path, at, reason: reason.data, number: readBackupNumber(path) }]
    })
    .sort((a, b) => b.number - a.number || b.at - a.at)
}

/** Deletes all except the newest seven backups of this reason. Never deletes `kept`, which may have no number. */
export function pruneBackups(directory: string, kept: Backup): void {
  const older = listBackups(directory).filter(({ path, reason }) => reason === kept.reason && path !== kept.path)
  removeFlushed(older.slice(maxBackups - 1).map(({ path }) => path))
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
