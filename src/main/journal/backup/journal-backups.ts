import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { dayMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { BackupInspection, BackupReason, BackupRow, DataTrouble } from '#shared/model/app/data.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import type { KeyedFile } from '../../sqlite/copy-database.ts'
import type { DataKey } from '../../sqlite/keys.ts'
import type { Clock } from '../../time/clock.ts'
import { listBackups, type Backup } from './backup-files.ts'
import { addBackup, backUp, copyJournal, type CopySource } from './copy-journal.ts'
import { assertIntegrity, inspectBackup } from './inspect-backup.ts'

/** The backups of an open journal, its daily integrity check, and the present problems of both. */
export class JournalBackups {
  readonly #source: CopySource
  readonly #directory: string
  #lastCopy: Promise<unknown> = Promise.resolve()
  #backupFailure: DataTrouble | null = null
  #damage: DataTrouble | null = null
  #checkedAt: number | null = null

  constructor(source: CopySource, directory: string) {
    this.#source = source
    this.#directory = directory
  }

  /** The present problems. A successful backup or check removes its problem. */
  get troubles(): DataTrouble[] {
    return [this.#damage, this.#backupFailure].filter((trouble) => trouble !== null)
  }

  /** UTC ms; null when this journal was not checked after it was opened. */
  get checkedAt(): number | null {
    return this.#checkedAt
  }

  /** Newest first. */
  list(): BackupRow[] {
    return listBackups(this.#directory).map(asRow)
  }

  /** UTC ms of the newest backup; null when there is none. */
  latestAt(): number | null {
    return listBackups(this.#directory)[0]?.at ?? null
  }

  /** Throws AppError `not-found` for an id that is not in the list. */
  find(id: string): Backup {
    const found = listBackups(this.#directory).find(({ path }) => basename(path) === id)
    if (found === undefined) throw new AppError('not-found', m.journal_this_backup_no_longer_exists)
    return found
  }

  /** `key` opens a backup that is sealed with another key than the journal. */
  inspect(id: string, key?: DataKey): Promise<BackupInspection> {
    return inspectBackup(this.find(id).path, key)
  }

  /** Makes a backup, unless the last one is less than 24 hours old: then returns null. Throws like `backUp`. */
  async backUpIfDue(clock: Clock): Promise<Backup | null> {
    const now = clock.now()
    // A copy from before a restore, or from another folder, has a different state than this journal.
    const isOther = (reason: BackupReason): boolean => reason === 'before-restore' || reason === 'kept'
    const recent = listBackups(this.#directory).some(
      ({ at, reason }) => !isOther(reason) && at <= now && now - at < dayMs,
    )
    if (recent) return null
    return this.#make('daily', clock)
  }

  async backUp(reason: BackupReason, clock: Clock): Promise<BackupRow> {
    return asRow(await this.#make(reason, clock))
  }

  /**
   * Adds a closed journal from another folder to the backups, sealed like this journal. Throws an AppError; then nothing is
   * added.
   */
  async add(kept: KeyedFile, clock: Clock): Promise<BackupRow> {
    return asRow(await this.#afterOthers(() => addBackup(kept, this.#source, this.#directory, clock.now())))
  }

  /** Writes a checked copy of the journal to `path`. Throws an AppError; then there is no file. */
  copyTo(path: string): Promise<void> {
    return this.#afterOthers(() => copyJournal(this.#source, path))
  }

  /** Checks the journal, unless the last check was less than 24 hours ago. Throws CorruptDatabaseError when it is damaged. */
  async checkIfDue(clock: Clock): Promise<void> {
    const now = clock.now()
    if (this.#checkedAt !== null && now >= this.#checkedAt && now - this.#checkedAt < dayMs) return
    try {
      await assertIntegrity(this.#source.db)
    } catch (error) {
      this.#damage ??= asTrouble('journal-damaged', error, now)
      throw error
    }
    this.#checkedAt = now
    this.#damage = null
  }

  async #make(reason: BackupReason, clock: Clock): Promise<Backup> {
    try {
      const made = await this.#afterOthers(() => backUp(this.#source, this.#directory, clock.now(), reason))
      this.#backupFailure = null
      return made
    } catch (error) {
      this.#backupFailure = asTrouble('backup-failed', error, this.#backupFailure?.at ?? clock.now())
      throw error
    }
  }

  /** Runs one copy at a time, because all copies use the same draft name. */
  #afterOthers<T>(copy: () => Promise<T>): Promise<T> {
    const result = this.#lastCopy.then(copy)
    this.#lastCopy = result.catch(() => undefined)
    return result
  }
}

const asRow = ({ path, at, reason }: Backup): BackupRow => ({
  id: basename(path),
  at,
  reason,
  bytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0,
})

/** The message is read in the current language. Only that of an AppError is meant for the user. */
const asTrouble = (kind: DataTrouble['kind'], error: unknown, at: number): DataTrouble => ({
  kind,
  at,
  get message() {
    return error instanceof AppError ? errorText(error) : m.journal_something_went_wrong()
  },
})
