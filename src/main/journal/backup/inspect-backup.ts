import { m } from '#shared/messages/messages.js'
import type { BackupInspection } from '#shared/model/app/data.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import { assertSoundTables, quoteName, tableNames } from '../../sqlite/check.ts'
import { connect } from '../../sqlite/connect.ts'
import type { Db } from '../../sqlite/db.ts'
import { explainSqliteError, SealedFileError, sqliteCode, StorageError } from '../../sqlite/errors.ts'
import { keyFor, type DataKey } from '../../sqlite/keys.ts'
import { readVersion } from '../../sqlite/migrate.ts'
import { integer, type Row } from '../../sqlite/row.ts'
import { readSealState } from '../../sqlite/seal-state.ts'
import { letOthersRun } from '../../time/clock.ts'
import { migrations } from '../migrations.ts'

/**
 * Counts the rows of a backup by table, and says why it cannot be restored, if so. Opens the file for reading only. `key` opens
 * a backup that is sealed with another key than the journal.
 */
export async function inspectBackup(path: string, key?: DataKey): Promise<BackupInspection> {
  const tables: { name: string; rows: number }[] = []
  const isSealed = readSealState(path) === 'sealed'
  try {
    const db = connect(path, { readonly: true, fileMustExist: true }, isSealed ? (key ?? keyFor(path)) : null)
    try {
      for (const name of tableNames(db)) {
        const counted = db.prepare<[], Row>(`SELECT count(*) AS rows FROM ${quoteName(name)}`).get()
        tables.push({ name, rows: integer(counted ?? {}, 'rows') })
        await letOthersRun()
      }
      await assertIntegrity(db)
      return { problem: versionProblem(readVersion(db)), needsCode: false, tables }
    } finally {
      db.close()
    }
  } catch (cause) {
    if (cause instanceof SealedFileError || (isSealed && sqliteCode(cause) === 'SQLITE_NOTADB'))
      return { problem: otherKey(key), needsCode: true, tables }
    const error = explainSqliteError(cause, path)
    if (error instanceof StorageError) return { problem: errorText(error), needsCode: false, tables }
    throw error
  }
}

/**
 * Checks all tables and indices of the journal, with pauses for other work. Throws CorruptDatabaseError for the first damage.
 */
export async function assertIntegrity(db: Db): Promise<void> {
  try {
    await assertSoundTables(db, 'full')
  } catch (error) {
    throw explainSqliteError(error, db.name)
  }
}

const otherKey = (key: DataKey | undefined): string =>
  key === undefined ? m.journal_the_backup_has_another_key() : m.journal_the_code_does_not_open_the_backup()

function versionProblem(version: number): string | null {
  if (version > migrations.length) return m.journal_a_newer_version_wrote_the_backup()
  return version === 0 ? m.journal_this_file_is_not_a_journal() : null
}
