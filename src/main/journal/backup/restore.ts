import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { flushFolder } from '../../disk/replace-file.ts'
import { asidePath, moveDatabase, moveLog, removeDatabase, type FileChange } from '../../sqlite/files.ts'
import type { DataKey } from '../../sqlite/keys.ts'
import { draftRestored } from './backup.ts'
import type { Backup } from './backup-files.ts'

interface RestoreOptions {
  readonly backup: Backup
  /** Opens a backup that is sealed with another key than the journal's. */
  readonly key?: DataKey | undefined
  /** The journal in use. */
  readonly path: string
  /** UTC ms. */
  readonly now: number
  /** Whether the replaced files stay: they are the only copy of a journal too damaged to be backed up. */
  readonly keepsReplaced: () => boolean
}

/**
 * Prepares a checked copy of the backup next to the journal. Throws CorruptDatabaseError or another AppError; then there is
 * nothing to undo. `apply` sets aside the journal with its `-wal` and `-shm`, so that nothing is replayed over the backup; at every
 * moment there is a whole journal.
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
      renameSync(draft, path)
      isReplaced = true
      // After a kill at this point the start sets the log aside: a copy that was put in the journal's place has none.
      moveLog(path, aside)
      isLogAside = true
      flushFolder(dirname(path))
    },
    undo() {
      removeDatabase(draft)
      // A log that is still here is that of the journal before, otherwise that of the restored one.
      if (isLogAside) removeDatabase(path)
      else if (isReplaced) rmSync(path)
      if (existsSync(path)) rmSync(aside, { force: true })
      else moveDatabase(aside, path)
    },
    finish() {
      if (!keepsReplaced()) removeDatabase(aside)
    },
  }
}

/** Gives the journal a second name. Where the file system has no such names it is renamed: for a moment there is no journal. */
function keepUnder(aside: string, path: string): void {
  if (!existsSync(path)) return
  rmSync(aside, { force: true })
  try {
    linkSync(path, aside)
  } catch {
    renameSync(path, aside)
  }
}
