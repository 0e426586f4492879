import { z } from 'zod'
import { connect } from '../../sqlite/connect.ts'
import type { Db } from '../../sqlite/db.ts'
import { explainSqliteError } from '../../sqlite/errors.ts'
import { isOutsideWal } from '../../sqlite/seal-state.ts'
import { createSettings } from '../settings.ts'

const key = 'backupNumber'
const BackupNumber = z.int().min(1)

/**
 * Gives a database the number after `newest`, and after its own: before a journal is copied, or to the copy of another one.
 * Throws a StorageError.
 */
export function numberAfter(newest: number, db: Db): void {
  try {
    const settings = createSettings(db)
    settings.set(key, BackupNumber, Math.max(newest, settings.get(key, BackupNumber) ?? 0) + 1)
  } catch (error) {
    throw explainSqliteError(error, db.name)
  }
}

/**
 * The number of a backup: a later one has a higher number, even if the clock was set back. 0 for a backup of an earlier version,
 * and for one that cannot be read: it is damaged, or sealed with another key.
 */
export function readBackupNumber(path: string): number {
  try {
    // Only a copy that Tidemark made: reading another database can write files next to it.
    if (!isOutsideWal(path)) return 0
    const db = connect(path, { readonly: true, fileMustExist: true })
    try {
      return createSettings(db).get(key, BackupNumber) ?? 0
    } finally {
      db.close()
    }
  } catch {
    return 0
  }
}
