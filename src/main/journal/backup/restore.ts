import { existsSync, linkSync } from 'node:fs'
import { dirname } from 'node:path'
import { flushFolder, removeFlushed, renameFlushed } from '../../disk/flush.ts'
import { asidePath, moveDatabase, moveLog, removeDatabase, type FileChange } from '../../sqlite/files.ts'
import type { DataKey } from '../../sqlite/keys.ts'
import type { Backup } from './backup-files.ts'
import { draftRestored } from './copy-journal.ts'

interface RestoreOptions {
  readonly backup: Backup
  /** Opens a backup that is sealed with another key than the journal. */
  readonly key?: DataKey | undefined
  /** The path of the journal in use. */
  readonly path: string
  /** UTC ms. */
  readonly now: number
  /** Whether the replaced files are kept: they may be the only copy of a journal that is too damaged for a backup. */
  readonly keepsReplaced: () => boolean
}

/**
 * Prepares a checked copy of the backup beside the journal. Throws CorruptDatabaseError or another AppError; then nothing has
 * to be undone. `apply` sets aside the journal with its `-wal` and `-shm`, so that the old log is not replayed over the backup.
 * At every moment there is a complete journal.
 */
export function prepareRestore({ backup, key, path, now, keepsReplaced }: RestoreOptions): FileChange {
  const draft = `${path}.part`
  draftRestored(backup, draft, key)
  const aside = asidePath(path, 'replaced', now)
  let isReplaced = false
  let isLogAside = false
  return {
    apply() {
      keepUnder(aside, path)
      renameFlushed([draft, path])
      isReplaced = true
      // If the process is killed here, the next start sets the log aside: a copy that was put in the journal's place has no
      // log.
      moveLog(path, aside)
      isLogAside = true
    },
    undo() {
      removeDatabase(draft)
      // A log that is still here belongs to the previous journal; otherwise it belongs to the restored one.
      if (isLogAside) removeDatabase(path)
      else if (isReplaced) removeFlushed([path])
      if (existsSync(path)) removeFlushed([aside])
      else moveDatabase(aside, path)
    },
    finish() {
      if (!keepsReplaced()) removeDatabase(aside)
    },
  }
}

/**
 * Gives the journal a second name (a hard link). On a file system without hard links the journal is renamed, so for a moment
 * there is no journal.
 */
function keepUnder(aside: string, path: string): void {
  if (!existsSync(path)) return
  removeFlushed([aside])
  try {
    linkSync(path, aside)
    flushFolder(dirname(aside))
  } catch {
    renameFlushed([path, aside])
  }
}
