import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError } from '../sqlite/errors.ts'
import { databaseFiles, hasContent, removeDatabase } from '../sqlite/files.ts'
import { readDescriptor, unknownKey } from './descriptor.ts'

/** What a profile left when it started over without its key: a sealed journal and its backups. */
export interface KeptFolder {
  readonly path: string
  /** The key of its files; `null` when no descriptor names it. */
  readonly keyId: string | null
}

const prefix = 'sealed-'

/** The folder for what a profile leaves when it starts over. */
export const keptFolderOf = (directory: string, keyId: string): string => join(directory, `${prefix}${keyId}`)

/** The kept folders of a profile, by name. */
export function listKeptFolders(directory: string): KeptFolder[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(prefix))
    .map(({ name }) => join(directory, name))
    .sort()
    .map((path) => ({ path, keyId: keyIdIn(path) }))
}

/** A descriptor that is damaged, or of a newer version, names no key: the recovery code is tried all the same. */
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
 * Gives a copy of a kept database to `work`: SQLite merges the log of a database that it opens, and kept files stay as they are.
 * The copy is in the folder of the profile, under a name that a kill leaves behind and the next restore or conversion removes.
 */
export async function withCopyOf<T>(path: string, directory: string, work: (copy: string) => Promise<T>): Promise<T> {
  const copy = join(directory, 'journal.sqlite.part')
  const copies = databaseFiles(copy)
  removeDatabase(copy)
  try {
    for (const [index, file] of databaseFiles(path).entries()) {
      const target = copies[index]
      // The shared memory of a closed database holds nothing.
      if (target !== undefined && !file.endsWith('-shm') && hasContent(file)) copyFileSync(file, target)
    }
    return await work(copy)
  } finally {
    for (const file of copies) rmSync(file, { force: true })
  }
}
