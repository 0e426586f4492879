import { renameSync, rmSync, statSync } from 'node:fs'

/** A database is up to three files: what is committed but not yet merged lies in the `-wal`. */
const parts = ['', '-wal', '-shm'] as const

/** Whether there is anything in the file: SQLite takes an empty one for a new database. */
export const hasContent = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0

/** Deletes a closed database with all its files. */
export function removeDatabase(path: string): void {
  for (const part of parts) rmSync(path + part, { force: true })
}

/** Renames a closed database with all its files, so that it can still be examined. */
export function moveDatabase(path: string, target: string): void {
  for (const part of parts) {
    if (statSync(path + part, { throwIfNoEntry: false }) !== undefined) renameSync(path + part, target + part)
  }
}
