import { statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { m } from '../../shared/messages/messages.js'
import type { BackupInspection, BackupReason } from '../../shared/model/app/data.ts'
import type { KeptFolder } from '../../shared/model/app/sealing.ts'
import { listBackups } from '../journal/backup/backup-files.ts'
import { inspectBackup } from '../journal/backup/inspect-backup.ts'
import { listKeptFolders, withCopyOf } from '../sealing/kept-folders.ts'
import { readRecoveryCode } from '../sealing/recovery-code.ts'
import { databaseBytes, hasContent } from '../sqlite/files.ts'
import { readSealState } from '../sqlite/seal-state.ts'
import type { Clock } from '../time/clock.ts'
import type { RunningProfile } from './open-profile.ts'

interface KeptJournalsOptions {
  readonly clock: Clock
  readonly current: () => Pick<RunningProfile, 'journal' | 'paths'>
  /** Replaces the journal with a backup, after a backup of the present state. */
  readonly restore: (backupId: string) => Promise<void>
}

interface Kept {
  readonly path: string
  /** UTC ms. */
  readonly at: number
  readonly reason: BackupReason | null
}

/** The journals in the folders that the open profile kept when it started over without its key. Nothing in these is ever changed. */
export class KeptJournals {
  readonly #options: KeptJournalsOptions

  constructor(options: KeptJournalsOptions) {
    this.#options = options
  }

  list(): KeptFolder[] {
    return listKeptFolders(this.#directory).flatMap((folder) => {
      const copies = keptIn(folder.path).map(({ path, at, reason }) => ({
        ...{ id: this.#idOf(path), at, reason },
        bytes: databaseBytes(path),
      }))
      return copies.length === 0 ? [] : [{ ...folder, copies }]
    })
  }

  /** Throws `not-found`, and `invalid` for text that is no recovery code; the code of another key is a problem of the result. */
  async inspect(id: string, code: string): Promise<BackupInspection> {
    const key = readRecoveryCode(code)
    return withCopyOf(this.#find(id), this.#directory, (copy) => inspectBackup(copy, key))
  }

  /**
   * Adds a kept journal to the backups, sealed as the present one is, and restores it: a kill leaves the journal before or after
   * that. Throws as `inspect`, and what a restore throws; then the journal is as before.
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
    const all = listKeptFolders(this.#directory).flatMap(({ path }) => keptIn(path))
    const found = all.find(({ path }) => this.#idOf(path) === id)
    if (found === undefined) throw new AppError('not-found', m.journal_this_backup_no_longer_exists())
    return found.path
  }
}

/** The journal of a kept folder, then its backups, newest first. */
function keptIn(folder: string): Kept[] {
  const path = join(folder, 'journal.sqlite')
  const journal = hasContent(path) ? [{ path, at: changedAt(path), reason: null }] : []
  return [...journal, ...listBackups(join(folder, 'backups'))]
}

/** When a database was last written, its log included. */
const changedAt = (path: string): number =>
  Math.round(Math.max(...[path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)))
