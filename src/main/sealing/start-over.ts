import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, renameFlushed } from '../disk/flush.ts'
import { fileTime } from '../disk/new-file.ts'
import { databaseFiles, removeDatabase } from '../sqlite/files.ts'
import { readDescriptor, writeDescriptor } from './descriptor.ts'
import { setAsideFolderOf } from './set-aside-folders.ts'

/**
 * Sets aside the data of a profile whose key is lost: moves the sealed journal, its backups and the descriptor to a folder
 * beside them, and removes the cache, which is read again. Never overwrites a file there. Returns that folder. `now` in UTC ms.
 */
export function setSealedAside(directory: string, now: number): string {
  const aside = asideFolder(directory, readDescriptor(directory).keyId ?? 'plain', now)
  makeFolder(aside)
  const descriptor = join(directory, 'sealing.json')
  if (existsSync(descriptor)) copyFileSync(descriptor, join(aside, 'sealing.json'))
  // Moves the log first: a journal without its log must not look complete.
  for (const file of databaseFiles(join(directory, 'journal.sqlite')).reverse()) moveInto(aside, directory, file)
  moveInto(aside, directory, join(directory, 'backups'))
  removeDatabase(join(directory, 'cache.sqlite'))
  writeDescriptor(directory, { keyId: null, change: null })
  return aside
}

/** The folder of an interrupted attempt, or a new one. */
function asideFolder(directory: string, keyId: string, now: number): string {
  const first = setAsideFolderOf(directory, keyId)
  return existsSync(join(first, 'journal.sqlite')) ? `${first}-${fileTime(now)}` : first
}

function moveInto(aside: string, directory: string, path: string): void {
  const target = join(aside, path.slice(directory.length + 1))
  if (existsSync(path) && !existsSync(target)) renameFlushed([path, target])
}
