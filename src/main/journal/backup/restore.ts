import { renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { flushFolder } from '../../disk/replace-file.ts'
import { asidePath, moveDatabase, removeDatabase, type FileChange } from '../../sqlite/files.ts'
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
 * nothing to undo. `apply` sets aside the journal with its `-wal` and `-shm`, so that nothing is replayed over the backup.
 */
export function prepareRestore({ backup, key, path, now, keepsReplaced }: RestoreOptions): FileChange {
  const draft = `${path}.part`
  draftRestored(backup, draft, key)
  const aside = asidePath(path, 'replaced', now)
  let isReplaced = false
  return {
    apply() {
      moveDatabase(path, aside)
      renameSync(draft, path)
      flushFolder(dirname(path))
      isReplaced = true
    },
    undo() {
      removeDatabase(draft)
      if (isReplaced) removeDatabase(path)
      moveDatabase(aside, path)
    },
    finish() {
      if (!keepsReplaced()) removeDatabase(aside)
    },
  }
}
