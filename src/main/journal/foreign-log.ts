import { closeSync, openSync, readSync } from 'node:fs'
import { asidePath, hasContent, moveLog } from '../sqlite/files.ts'

/**
 * Sets a `-wal` aside that does not belong to the journal, with its `-shm`, and returns the new path; null when there is none.
 * SQLite would replay it over a copy that was put in the journal's place, and would delete it when the journal is missing.
 * Every copy that Tidemark writes is not in WAL mode, while a journal in use always is: that tells the two apart.
 */
export function setForeignLogAside(path: string, now: number): string | null {
  if (!hasContent(`${path}-wal`)) return null
  if (hasContent(path) && !isCopy(path)) return null
  const aside = asidePath(path, 'set-aside', now)
  moveLog(path, aside)
  return `${aside}-wal`
}

/** Whether the header of a database says that it is not in WAL mode (bytes 18 and 19: write and read version 1). */
function isCopy(path: string): boolean {
  const header = Buffer.alloc(20)
  const file = openSync(path, 'r')
  try {
    readSync(file, header, 0, header.length, 0)
  } finally {
    closeSync(file)
  }
  return header.toString('latin1', 0, 16) === 'SQLite format 3\0' && header[18] === 1 && header[19] === 1
}
