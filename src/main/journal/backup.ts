import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Clock } from '../clock.ts'
import type { Db } from '../sqlite/db.ts'
import { explainSqliteError } from '../sqlite/errors.ts'
import { removeDatabase } from '../sqlite/files.ts'
import { assertSound } from '../sqlite/open.ts'

/** A backup on disk. */
export interface Backup {
  readonly path: string
  /** UTC ms. */
  readonly at: number
}

const kept = 7
const everyMs = 24 * 3_600_000
const namePattern = /^journal-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.sqlite$/

/** A time as part of a file name: no colons, which Windows forbids. */
export const fileTime = (at: number): string =>
  new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')

/** The backups that are there, newest first. */
export function listBackups(directory: string): Backup[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .flatMap((name) => {
      const [, hour, minute, second] = namePattern.exec(name) ?? []
      return hour === undefined ? [] : [{ path: join(directory, name), at: Date.parse(`${hour}:${minute}:${second}Z`) }]
    })
    .sort((a, b) => b.at - a.at)
}

/**
 * Copies the journal while it is in use, checks the copy, then gives it its name and drops the oldest above seven.
 * At most once in 24 hours: otherwise null. A copy that is not sound is deleted, and the good ones stay.
 */
export async function backUpJournal(db: Db, directory: string, clock: Clock): Promise<Backup | null> {
  const now = clock.now()
  if (listBackups(directory).some(({ at }) => at <= now && now - at < everyMs)) return null
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, `journal-${fileTime(now)}.sqlite`)
  const draft = join(directory, 'journal.part')
  removeDatabase(draft)
  try {
    await db.backup(draft)
    sealBackup(draft)
    renameSync(draft, path)
  } catch (error) {
    removeDatabase(draft)
    throw explainSqliteError(error, draft)
  }
  const others = listBackups(directory).filter((backup) => backup.path !== path)
  for (const backup of others.slice(kept - 1)) rmSync(backup.path, { force: true })
  return { path, at: now }
}

/** Puts a copy of the backup in the journal's place. Throws CorruptDatabaseError when the backup is not sound. */
export function restoreBackup({ path }: Backup, target: string): void {
  const draft = `${target}.part`
  removeDatabase(draft)
  copyFileSync(path, draft)
  try {
    sealBackup(draft)
    renameSync(draft, target)
  } catch (error) {
    removeDatabase(draft)
    throw explainSqliteError(error, path)
  }
}

/** Checks a copy, and makes it one file: the copy says WAL like its source, and would want a `-wal` beside it. */
function sealBackup(path: string): void {
  const copy = new Database(path, { fileMustExist: true })
  try {
    assertSound(copy)
    copy.pragma('journal_mode = DELETE')
  } finally {
    copy.close()
  }
}
