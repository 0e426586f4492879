import Database from 'better-sqlite3'
import type { BackupInspection } from '../../../shared/model/data.ts'
import type { Db } from '../../sqlite/db.ts'
import { assertSoundTables, quoteName, tableNames } from '../../sqlite/check.ts'
import { explainSqliteError, StorageError } from '../../sqlite/errors.ts'
import { readVersion } from '../../sqlite/migrate.ts'
import { integer, type Row } from '../../sqlite/row.ts'
import { letOthersRun } from '../../time/clock.ts'
import { migrations } from '../migrations.ts'

/** The rows by table of a backup and why it cannot be restored, if so. The file is opened for reading only. */
export async function inspectBackup(path: string): Promise<BackupInspection> {
  const tables: { name: string; rows: number }[] = []
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true })
    try {
      for (const name of tableNames(db)) {
        const counted = db.prepare<[], Row>(`SELECT count(*) AS rows FROM ${quoteName(name)}`).get()
        tables.push({ name, rows: integer(counted ?? {}, 'rows') })
        await letOthersRun()
      }
      await assertIntegrity(db)
      return { problem: versionProblem(readVersion(db)), tables }
    } finally {
      db.close()
    }
  } catch (cause) {
    const error = explainSqliteError(cause, path)
    if (error instanceof StorageError) return { problem: error.message, tables }
    throw error
  }
}

/**
 * Checks all tables of the journal and their indices, and lets others run in between. Throws CorruptDatabaseError for the first
 * finding.
 */
export async function assertIntegrity(db: Db): Promise<void> {
  try {
    await assertSoundTables(db, 'full')
  } catch (error) {
    throw explainSqliteError(error, db.name)
  }
}

function versionProblem(version: number): string | null {
  if (version > migrations.length) return 'A newer version of Tidemark wrote this backup. Install that version again.'
  return version === 0 ? 'This file is not a journal.' : null
}
