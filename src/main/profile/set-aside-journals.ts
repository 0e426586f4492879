import { statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { BackupInspection, BackupReason } from '#shared/model/app/data.ts'
import type { SetAsideFolder } from '#shared/model/app/sealing.ts'
import { listBackups } from '../journal/backup/backup-files.ts'
import { inspectBackup } from '../journal/backup/inspect-backup.ts'
import { readRecoveryCode } from '../sealing/recovery-code.ts'
import { listSetAsideFolders, withCopyOf } from '../sealing/set-aside-folders.ts'
import { databaseBytes, hasContent } from '../sqlite/files.ts'
import { readSealState } from '../sqlite/seal-state.ts'
import type { Clock } from '../time/clock.ts'
import type { RunningProfile } from './opening/open-profile.ts'

interface SetAsideJournalsOptions {
  readonly clock: Clock
  readonly current: () => Pick<RunningProfile, 'journal' | 'paths'>
  /** Replaces the journal with a backup, after a backup of the present state. */
  readonly restore: (backupId: string) => Promise<void>
}

interface SetAsideFile {
  readonly path: string
  /** UTC ms. */
  readonly at: number
  readonly reason: BackupReason | null
}

/** The journals that the open profile set aside when it started over without its key. Their files are never changed. */
export class SetAsideJournals {
  readonly #options: SetAsideJournalsOptions

  constructor(options: SetAsideJournalsOptions) {
    this.#options = options
  }

  list(): SetAsideFolder[] {
    return listSetAsideFolders(this.#directory).flatMap((folder) => {
      const copies = filesIn(folder.path).map(({ path, at, reason }) => ({
        id: this.#idOf(path),
        at,
        reason,
        bytes: databaseBytes(path),
      }))
      return copies.length === 0 ? [] : [{ ...folder, copies }]
    })
  }

  /**
   * Throws `not-found`, and `invalid` for a text that is no recovery code. The code of another key is reported in the result.
   */
  async inspect(id: string, code: string): Promise<BackupInspection> {
    const key = readRecoveryCode(code)
    return withCopyOf(this.#find(id), this.#directory, (copy) => inspectBackup(copy, key))
  }

  /**
   * Adds a kept journal to the backups, sealed like the present journal, and restores it. A kill leaves either the old or the
   * restored journal. Throws like `inspect` and like a restore; then the journal is as before.
   */
  async bringBack(id: string, code: string): Promise<void> {
    const { clock, current, restore } = this.#options
    const key = readRecoveryCode(code)
    const backup = await withCopyOf(this.#find(id), this.#directory, async (copy) => {
      const { problem } = await inspectBackup(copy, key)
      if (problem !== null) throw new AppError('invalid', problem)
      const isPlain = readSealState(copy) === 'plain'
      return current().journal.backups.add({ path: copy, key: isPlain ? null : key }, clock)
    })
    await restore(backup.id)
  }

  get #directory(): string {
    return this.#options.current().paths.directory
  }

  #idOf(path: string): string {
    return relative(this.#directory, path).replaceAll(sep, '/')
  }

  #find(id: string): string {
    const all = listSetAsideFolders(this.#directory).flatMap(({ path }) => filesIn(path))
    const found = all.find(({ path }) => this.#idOf(path) === id)
    if (found === undefined) throw new AppError('not-found', m.journal_this_backup_no_longer_exists())
    return found.path
  }
}

/** The journal of a kept folder, then its backups, newest first. */
function filesIn(folder: string): SetAsideFile[] {
  const path = join(folder, 'journal.sqlite')
  const journal = hasContent(path) ? [{ path, at: changedAt(path), reason: null }] : []
  return [...journal, ...listBackups(join(folder, 'backups'))]
}

/** The time of the last change of a database, including its log. */
const changedAt = (path: string): number =>
  Math.round(Math.max(...[path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)))
