import type { Db } from '../sqlite/db.ts'
import { CorruptDatabaseError } from '../sqlite/errors.ts'
import { removeDatabase } from '../sqlite/files.ts'
import { openDatabase } from '../sqlite/open.ts'
import { migrations } from './migrations.ts'

interface OpenedCache {
  readonly db: Db
  /** The file was damaged and begun anew: all of it is to be fetched again. */
  readonly rebuilt: boolean
}

/**
 * Opens what the service said. A damaged file is deleted and begun anew, for nothing in it is only here.
 * Throws NewerDatabaseError for a newer app's file, another StorageError where the disk does not let it.
 */
export function openCache(path: string): OpenedCache {
  const options = { synchronous: 'NORMAL' } as const
  try {
    return { db: openDatabase(path, migrations, options), rebuilt: false }
  } catch (error) {
    if (!(error instanceof CorruptDatabaseError)) throw error
    removeDatabase(path)
    return { db: openDatabase(path, migrations, options), rebuilt: true }
  }
}
