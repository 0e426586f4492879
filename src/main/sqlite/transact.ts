import { explainSqliteError } from './errors.ts'
import type { Db } from './db.ts'
import { withPriority } from './write-priority.ts'

/**
 * Runs writes so that all of them happen or none. May be nested: what is inside commits with what is outside.
 * Throws DatabaseWriteError when the disk is full or the file read-only, CorruptDatabaseError when it is damaged.
 */
export function transact<T>(db: Db, run: () => T): T {
  try {
    return withPriority(db, () => db.transaction(run).immediate())
  } catch (error) {
    throw explainSqliteError(error, db.name)
  }
}
