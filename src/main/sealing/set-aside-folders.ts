import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError } from '../sqlite/errors.ts'
import { databaseFiles, hasContent, removeDatabase } from '../sqlite/files.ts'
import { readDescriptor, unknownKey } from './descriptor.ts'

/** The files that a profile set aside when it started over without its key: a sealed journal and its backups. */
export interface SetAsideFolder {
  readonly path: string
  /** The key of its files; `null` when no descriptor names one. */
  readonly keyId: string | null
}

const prefix = 'sealed-'

/** The folder for the files that a profile sets aside when it starts over. */
export const setAsideFolderOf = (directory: string, keyId: string): string => join(directory, `${prefix}${keyId}`)

/** The kept folders of a profile, by name. */
export function listSetAsideFolders(directory: string): SetAsideFolder[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(prefix))
    .map(({ name }) => join(directory, name))
    .sort()
    .map((path) => ({ path, keyId: keyIdIn(path) }))
}

/** A damaged descriptor, or one of a newer version, names no key. The recovery code is tried in any case. */
function keyIdIn(folder: string): string | null {
  try {
    const { keyId } = readDescriptor(folder)
    return keyId === unknownKey ? null : keyId
  } catch (error) {
    if (error instanceof StorageError) return null
    throw error
  }
}

/**
 * Calls `work` with a copy of a kept database, because SQLite merges the log of a database that it opens, and kept files must
 * not change. The copy is in the folder of the profile. After a kill it remains there, and the next restore or conversion
 * removes it by its name.
 */
export async function withCopyOf<T>(path: string, directory: string, work: (copy: string) => Promise<T>): Promise<T> {
  const copy = join(directory, 'journal.sqlite.part')
  const copies = databaseFiles(copy)
  removeDatabase(copy)
  try {
    for (const [index, file] of databaseFiles(path).entries()) {
      const target = copies[index]
      // The shared memory file of a closed database has no content.
      if (target !== undefined && !file.endsWith('-shm') && hasContent(file)) copyFileSync(file, target)
    }
    return await work(copy)
  } finally {
    for (const file of copies) rmSync(file, { force: true })
  }
}
