import { copyFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { BackupReason } from '#shared/model/app/data.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import { flushFile, makeFolder, renameFlushed } from '../../disk/flush.ts'
import { createPrivately } from '../../disk/private-file.ts'
import { connect } from '../../sqlite/connect.ts'
import { copyDatabase, type KeyedFile } from '../../sqlite/copy-database.ts'
import type { Db } from '../../sqlite/db.ts'
import {
  CorruptDatabaseError,
  DatabaseWriteError,
  explainSqliteError,
  SealedFileError,
  StorageError,
} from '../../sqlite/errors.ts'
import { removeDatabase } from '../../sqlite/files.ts'
import { keyFor, type DataKey } from '../../sqlite/keys.ts'
import { assertSound } from '../../sqlite/open.ts'
import { readSealState } from '../../sqlite/seal-state.ts'
import { newBackup, newestNumber, pruneBackups, type Backup } from './backup-files.ts'
import { numberAfter } from './backup-number.ts'
import { draftIn } from './drafts.ts'

/** Copies a sealed database. The app does this in a worker thread. Throws like `copyDatabase`. */
export type CopySealed = (source: KeyedFile, target: KeyedFile) => Promise<void>

/** An open journal, with the function that copies it when it is sealed. */
export interface CopySource {
  readonly db: Db
  readonly copySealed: CopySealed
}

/** For a program without worker threads: copies in this thread. */
export const copySealedHere: CopySealed = async (source, target) => copyDatabase(source, target)

/**
 * Copies the journal while it is in use, checks the copy, renames it, and deletes old backups of the same reason. Throws an
 * AppError when the copy fails or is damaged: the copy is deleted and older backups stay.
 */
export async function backUp(source: CopySource, directory: string, at: number, reason: BackupReason): Promise<Backup> {
  const backup = newBackup(directory, at, reason)
  numberAfter(newestNumber(directory), source.db)
  await copyJournal(source, backup.path)
  pruneBackups(directory, backup)
  return backup
}

/**
 * Adds a closed journal from another folder to the backups, sealed like the open journal. Nobody may write to `kept` during the
 * copy. Throws like `backUp`.
 */
export async function addBackup(
  kept: KeyedFile,
  { db, copySealed }: CopySource,
  directory: string,
  at: number,
): Promise<Backup> {
  const backup = newBackup(directory, at, 'kept')
  await intoDraft(backup.path, async (draft) => {
    await copySealed(kept, { path: draft, key: keyFor(db.name) })
    numberCopy(draft, newestNumber(directory))
  })
  pruneBackups(directory, backup)
  return backup
}

/** Writes a checked copy of an open journal to the file `target`, sealed like the journal. After a failure there is no file. */
export const copyJournal = (source: CopySource, target: string): Promise<void> =>
  intoDraft(target, (draft) => fillDraft(source, draft))

/** The copy gets its name when it is complete. */
async function intoDraft(target: string, fill: (draft: string) => Promise<void>): Promise<void> {
  const draft = draftIn(dirname(target))
  try {
    makeFolder(dirname(target))
    removeDatabase(draft)
    await fill(draft)
    renameFlushed([draft, target])
  } catch (error) {
    throw discard(draft, error)
  }
}

async function fillDraft({ db, copySealed }: CopySource, draft: string): Promise<void> {
  const key = keyFor(db.name)
  // The backup function of the SQLite driver opens its target without a key.
  if (key !== null) return copySealed({ path: db.name, key }, { path: draft, key })
  createPrivately(draft)
  await db.backup(draft)
  finishCopy(draft)
}

/**
 * Copies a journal before its schema is updated. Synchronous, because the journal is not open yet. Throws a StorageError when
 * no checked copy can be made: then the schema must not be updated.
 */
export function backUpBeforeUpdate(db: Db, directory: string, at: number): void {
  const backup = newBackup(directory, at, 'before-update')
  const draft = draftIn(directory)
  try {
    makeFolder(directory)
    removeDatabase(draft)
    createPrivately(draft)
    numberAfter(newestNumber(directory), db)
    db.prepare('VACUUM INTO ?').run(draft)
    finishCopy(draft)
    renameFlushed([draft, backup.path])
  } catch (cause) {
    const failure = asStorageError(discard(draft, cause), directory)
    const message = failure instanceof AppError ? errorText(failure) : failure.message
    // Not a CorruptDatabaseError: the copy may be the problem, and the journal must stay in its place.
    throw new StorageError(() => m.journal_no_backup_so_not_updated({ message }), { cause })
  }
  pruneBackups(directory, backup)
}

/**
 * Copies a backup to `draft`, sealed like the journal, checked and flushed, ready to be renamed. `key` opens a backup that is
 * sealed with another key. Throws CorruptDatabaseError when the backup is damaged or the key is wrong.
 */
export function draftRestored({ path }: Backup, draft: string, key: DataKey | null = keyFor(path)): void {
  const source = { path, key: readSealState(path) === 'plain' ? null : key }
  const target = { path: draft, key: keyFor(draft) }
  try {
    removeDatabase(draft)
    if (isSameKey(source.key, target.key)) {
      copyFileSync(path, draft)
      finishCopy(draft)
    } else copyDatabase(source, target)
  } catch (error) {
    const explained = discard(draft, error)
    throw explained instanceof CorruptDatabaseError || explained instanceof SealedFileError
      ? new CorruptDatabaseError(() => m.journal_the_backup_is_damaged({ path }), { cause: error })
      : explained
  }
}

const isSameKey = (a: DataKey | null, b: DataKey | null): boolean =>
  a === null || b === null ? a === b : Buffer.from(a).equals(b)

/**
 * Copies a backup to the path of the journal, where no `-wal` file may exist. Throws CorruptDatabaseError when it is damaged.
 */
export function restoreBackup(backup: Backup, target: string): void {
  const draft = `${target}.part`
  draftRestored(backup, draft)
  renameFlushed([draft, target])
}

/**
 * Checks a copy, turns WAL mode off (in WAL mode it would need a `-wal` file) and flushes it. `setForeignLogAside` recognizes a
 * copy that was put in the journal's place by its missing WAL mode.
 */
function finishCopy(path: string): void {
  const copy = connect(path, { fileMustExist: true })
  try {
    assertSound(copy)
    copy.pragma('journal_mode = DELETE')
  } finally {
    copy.close()
  }
  flushFile(path)
}

/** A copy of another journal may have a number of its own, from its own folder. */
function numberCopy(path: string, newest: number): void {
  const copy = connect(path, { fileMustExist: true })
  try {
    numberAfter(newest, copy)
  } finally {
    copy.close()
  }
  flushFile(path)
}

function discard(draft: string, error: unknown): unknown {
  try {
    removeDatabase(draft)
  } catch {
    // The folder is missing or not writable: `error` says so.
  }
  const isOfFileSystem = error instanceof Error && 'syscall' in error
  if (!isOfFileSystem) return explainSqliteError(error, draft)
  const message = m.journal_cannot_write_to_folder({ folder: dirname(draft) })
  return new DatabaseWriteError(message, { cause: error })
}

const asStorageError = (error: unknown, directory: string): Error =>
  error instanceof Error
    ? error
    : new StorageError(() => m.journal_could_not_write_to_folder({ folder: directory }), { cause: error })
