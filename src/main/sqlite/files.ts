import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { removeFlushed, renameFlushed } from '../disk/flush.ts'
import { fileTime } from '../disk/new-file.ts'

/** A database consists of up to three files: commits that are not merged yet are in the `-wal` file. */
const parts = ['', '-wal', '-shm'] as const

/** Whether the file exists and is not empty: SQLite treats an empty file as a new database. */
export const hasContent = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0

/** All files that a database can have. */
export const databaseFiles = (path: string): string[] => parts.map((part) => path + part)

/** The size of a database on disk, all files included. */
export const databaseBytes = (path: string): number =>
  databaseFiles(path).reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)

/** Deletes a closed database with all its files. */
export function removeDatabase(path: string): void {
  removeFlushed(databaseFiles(path))
}

/** Renames a closed database with all its files, so that it can still be examined. */
export const moveDatabase = (path: string, target: string): void => moveParts(path, target, parts)

/** Renames the `-wal` and `-shm` files of a closed database, but not the database file. */
export const moveLog = (path: string, target: string): void => moveParts(path, target, ['-wal', '-shm'])

function moveParts(path: string, target: string, moved: readonly string[]): void {
  const existing = moved.filter((part) => existsSync(path + part))
  renameFlushed(...existing.map((part) => [path + part, target + part] as const))
}

/** Why a database was set aside. */
type AsideReason = 'corrupt' | 'damaged' | 'newer' | 'replaced' | 'set-aside'

/** A dated path next to a database (`name.sqlite`) for a file that is set aside. `now` in UTC ms. */
export const asidePath = (path: string, reason: AsideReason, now: number): string =>
  join(dirname(path), `${basename(path, '.sqlite')}.${reason}-${fileTime(now)}.sqlite`)

/** A change of files while nothing has them open. */
export interface FileChange {
  /** Throws if the disk cannot be written; then `undo` is called. */
  apply(): void | Promise<void>
  /** Restores the previous files, even if `apply` did not complete. */
  undo(): void
  /** Makes the change final: deletes the files kept for `undo`. */
  finish(): void
}

export const noChange: FileChange = { apply: () => undefined, undo: () => undefined, finish: () => undefined }

/** Deletes files or folders if they exist. They are renamed first, so that they can be restored after a failure. */
export function deletion(paths: readonly string[]): FileChange {
  const aside = (path: string): string => `${path}.deleted`
  const moved: string[] = []
  return {
    apply() {
      for (const path of paths.filter((candidate) => existsSync(candidate))) {
        removeFlushed([aside(path)], { recursive: true })
        renameFlushed([path, aside(path)])
        moved.push(path)
      }
    },
    undo() {
      for (const path of moved) {
        removeFlushed([path], { recursive: true })
        renameFlushed([aside(path), path])
      }
    },
    finish() {
      removeFlushed(moved.map(aside), { recursive: true })
    },
  }
}
