import { dirname, join } from 'node:path'
import { systemClock, type Clock } from '../clock.ts'
import type { Db } from '../sqlite/db.ts'
import { CorruptDatabaseError } from '../sqlite/errors.ts'
import { hasContent, moveDatabase } from '../sqlite/files.ts'
import { openDatabase } from '../sqlite/open.ts'
import { fileTime, listBackups, restoreBackup } from './backup.ts'
import { migrations } from './migrations.ts'

export interface OpenedJournal {
  readonly db: Db
  /** The backup that took the place of a damaged or missing journal. */
  readonly restoredFrom: string | null
  /** Where the damaged journal lies now. With no backup restored, what it held is only there. */
  readonly movedAside: string | null
}

/**
 * Opens what only this computer knows. A damaged file is moved aside, never deleted, and the newest sound backup takes
 * its place; so it does when the file is missing. Without a backup the journal begins empty.
 * Throws NewerDatabaseError for a newer app's file, another StorageError where the disk does not let it.
 */
export function openJournal(path: string, backupDirectory: string, clock: Clock = systemClock): OpenedJournal {
  if (hasContent(path)) {
    try {
      return { db: open(path), restoredFrom: null, movedAside: null }
    } catch (error) {
      if (!(error instanceof CorruptDatabaseError)) throw error
    }
    const movedAside = join(dirname(path), `journal.corrupt-${fileTime(clock.now())}.sqlite`)
    moveDatabase(path, movedAside)
    return { ...openRestored(path, backupDirectory), movedAside }
  }
  return { ...openRestored(path, backupDirectory), movedAside: null }
}

function openRestored(path: string, backupDirectory: string): Pick<OpenedJournal, 'db' | 'restoredFrom'> {
  for (const backup of listBackups(backupDirectory)) {
    try {
      restoreBackup(backup, path)
      return { db: open(path), restoredFrom: backup.path }
    } catch (error) {
      if (!(error instanceof CorruptDatabaseError)) throw error // a damaged backup: the one before it
    }
  }
  return { db: open(path), restoredFrom: null }
}

/** The journal is small: it is read through for damage at each start, so that a backup is still there to help. */
const open = (path: string): Db => openDatabase(path, migrations, { synchronous: 'FULL', checksWholeFile: true })
