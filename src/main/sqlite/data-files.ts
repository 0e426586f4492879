import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError } from './errors.ts'

/** Our files by their names; those of Electron stand beside them. */
const ourFile = /^lock$|\.(json|log|sqlite|sqlite-wal|sqlite-shm)$/

/**
 * Throws a StorageError that names the first of our files in a data directory that is a folder, a pipe or a device, before one of them
 * is opened: a pipe never opens. Throws the error of the file system for a folder that cannot be read.
 */
export function assertDataFiles(dataDir: string): void {
  assertFilesIn(dataDir)
  const profiles = join(dataDir, 'profiles')
  for (const id of namesIn(profiles)) assertFilesIn(join(profiles, id))
}

function assertFilesIn(folder: string): void {
  for (const name of namesIn(folder)) if (ourFile.test(name)) assertFile(join(folder, name))
}

function assertFile(path: string): void {
  const info = statSync(path, { throwIfNoEntry: false })
  if (info === undefined || info.isFile()) return
  throw new StorageError({ is: 'not-a-file', path, found: info.isDirectory() ? 'folder' : 'device' })
}

/** The names in a folder; none without a folder, which is reported when it is created. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return []
    throw error
  }
}
