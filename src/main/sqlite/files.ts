import { renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileTime } from '../disk/file-time.ts'

/** A database is up to three files: what is committed but not yet merged lies in the `-wal`. */
const parts = ['', '-wal', '-shm'] as const

/** Whether there is anything in the file: SQLite takes an empty one for a new database. */
export const hasContent = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0

/** All files that a database may consist of. */
export const databaseFiles = (path: string): string[] => parts.map((part) => path + part)

/** The size of a database on disk with all its files. */
export const databaseBytes = (path: string): number =>
  databaseFiles(path).reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)

/** Deletes a closed database with all its files. */
export function removeDatabase(path: string): void {
  for (const file of databaseFiles(path)) rmSync(file, { force: true })
}

/** Renames a closed database with all its files, so that it can still be examined. */
export function moveDatabase(path: string, target: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) renameSync(path, target)
  moveLog(path, target)
}

/** Renames the `-wal` and `-shm` of a closed database; the database itself stays. */
export function moveLog(path: string, target: string): void {
  for (const part of ['-wal', '-shm']) {
    if (statSync(path + part, { throwIfNoEntry: false }) !== undefined) renameSync(path + part, target + part)
  }
}

/** Why a database was set aside. */
export type AsideReason = 'corrupt' | 'damaged' | 'newer' | 'replaced' | 'set-aside'

/** A dated path next to a database (`name.sqlite`) for a file that is set aside. `now` in UTC ms. */
export const asidePath = (path: string, reason: AsideReason, now: number): string =>
  join(dirname(path), `${basename(path, '.sqlite')}.${reason}-${fileTime(now)}.sqlite`)
