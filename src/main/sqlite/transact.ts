import type { Db } from './db.ts'
import { explainSqliteError } from './errors.ts'
import { withGuard } from './write-priority.ts'

/**
 * Runs writes in one transaction. Calls can be nested: inner writes commit together with the outer transaction.
 * Throws DatabaseWriteError when the disk is full or the file read-only, CorruptDatabaseError when it is damaged.
 */
export function transact<T>(db: Db, run: () => T): T {
  try {
    return withGuard(db, () => db.transaction(run).immediate())
  } catch (error) {
    throw explainSqliteError(error, db.name)
  }
}
