import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Db } from '../sqlite/db.ts'
import { CorruptDatabaseError } from '../sqlite/errors.ts'
import { assertSoundTable, tableNames } from '../sqlite/check.ts'
import { letOthersRun } from '../sqlite/yield-to-event-loop.ts'

/**
 * Reads the whole file and checks its structure, table by table, so that no check keeps the write-ahead log from being merged
 * for long. About a second for each 300 MB: call it in a thread. Throws CorruptDatabaseError when the file is damaged or missing.
 */
export function checkCache(path: string): void {
  if (!existsSync(path)) throw new CorruptDatabaseError(`The file ${path} is missing.`)
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: 5_000 })
  try {
    for (const name of tableNames(db)) assertSoundTable(db, name, 'quick')
  } finally {
    db.close()
  }
}

/** The same of an open connection, where others can run between two tables. */
export async function checkTables(db: Db): Promise<void> {
  for (const name of tableNames(db)) {
    assertSoundTable(db, name, 'quick')
    await letOthersRun()
  }
}
