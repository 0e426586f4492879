import type { Db } from '../sqlite/db.ts'
import { CorruptDatabaseError } from '../sqlite/errors.ts'
import { asidePath, hasContent, moveDatabase, moveLog } from '../sqlite/files.ts'
import { openSnapshot } from '../sqlite/open-snapshot.ts'
import { openDatabase } from '../sqlite/open.ts'
import { isOutsideWal } from '../sqlite/seal-state.ts'
import { systemClock, type Clock } from '../time/clock.ts'
import { listBackups } from './backup/backup-files.ts'
import { backUpBeforeUpdate, restoreBackup } from './backup/copy-journal.ts'
import { removeDraftsOf } from './backup/drafts.ts'
import { migrations } from './migrations.ts'

export interface OpenedJournal {
  readonly db: Db
  /** The backup that replaced a damaged or missing journal. */
  readonly restoredFrom: string | null
  /** The new path of the damaged journal. If no backup was restored, its data exists only there. */
  readonly movedAside: string | null
  /** The new path of a `-wal` that did not belong to the journal, or whose journal is missing. */
  readonly logSetAside: string | null
}

/**
 * Opens the journal. A damaged file is renamed, never deleted, and replaced by the newest undamaged backup; a missing file is
 * replaced too. Without a backup the journal starts empty. A `-wal` that does not belong to the file is renamed, not replayed.
 * An older schema is copied before it is updated. Copies that a killed process left incomplete are removed. Throws NewerDatabaseError for a file of a newer app version, and another
 * StorageError when the file cannot be read or written.
 */
export function openJournal(path: string, backupDirectory: string, clock: Clock = systemClock): OpenedJournal {
  const place = { path, backupDirectory, now: clock.now() }
  removeDraftsOf(path, backupDirectory)
  const logSetAside = setForeignLogAside(path, place.now)
  if (!hasContent(path)) return { ...openRestored(place), movedAside: null, logSetAside }
  try {
    return { db: open(place), restoredFrom: null, movedAside: null, logSetAside }
  } catch (error) {
    if (!(error instanceof CorruptDatabaseError)) throw error
  }
  const movedAside = asidePath(path, 'corrupt', place.now)
  moveDatabase(path, movedAside)
  return { ...openRestored(place), movedAside, logSetAside }
}

interface Place {
  readonly path: string
  readonly backupDirectory: string
  /** UTC ms. */
  readonly now: number
}

/** For a command line program: reads the journal as it is at this moment. Throws a StorageError. */
export const openJournalSnapshot = (path: string): Db => openSnapshot(path, migrations)

function openRestored(place: Place): Pick<OpenedJournal, 'db' | 'restoredFrom'> {
  const all = listBackups(place.backupDirectory)
  // A copy from before a restore has data that the user replaced. It is used only if there is no other backup.
  const replaced = all.filter(({ reason }) => reason === 'before-restore')
  for (const backup of [...all.filter((candidate) => !replaced.includes(candidate)), ...replaced]) {
    try {
      restoreBackup(backup, place.path)
      return { db: open(place), restoredFrom: backup.path }
    } catch (error) {
      if (!(error instanceof CorruptDatabaseError)) throw error // this backup is damaged: try the one before it
    }
  }
  return { db: open(place), restoredFrom: null }
}

/** The journal is small enough to be checked completely at each start, while an undamaged backup still exists. */
const open = ({ path, backupDirectory, now }: Place): Db =>
  openDatabase(path, migrations, {
    synchronous: 'FULL',
    checksWholeFile: true,
    isAlone: true,
    beforeMigration: (db) => backUpBeforeUpdate(db, backupDirectory, now),
  })

/**
 * Renames a `-wal` that does not belong to the journal, with its `-shm`, and returns the new path; null when there is none.
 * SQLite would replay it over a copy that was put in the journal's place, and would delete it when the journal is missing.
 * Copies that Tidemark writes are not in WAL mode; a journal in use always is. This distinguishes them.
 */
function setForeignLogAside(path: string, now: number): string | null {
  if (!hasContent(`${path}-wal`)) return null
  if (hasContent(path) && !isOutsideWal(path)) return null
  const aside = asidePath(path, 'set-aside', now)
  moveLog(path, aside)
  return `${aside}-wal`
}
