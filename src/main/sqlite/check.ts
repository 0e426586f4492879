import { letOthersRun } from '../time/clock.ts'
import type { Db } from './db.ts'
import { CorruptDatabaseError } from './errors.ts'

/** The tables of a database, without those of SQLite itself. */
export const tableNames = (db: Db): string[] =>
  db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .pluck()
    .all()

/** Quotes an SQL identifier. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Checks one table and its indices: with `quick` their structure, with `full` also whether the rows of each index match
 * the table. Throws CorruptDatabaseError for the first error.
 */
export function assertSoundTable(db: Db, name: string, depth: 'quick' | 'full'): void {
  const verdict: unknown = db.pragma(`${depth === 'quick' ? 'quick' : 'integrity'}_check(${quoteName(name)})`, {
    simple: true,
  })
  if (verdict !== 'ok') throw new CorruptDatabaseError({ is: 'file-damaged', path: db.name }, { cause: verdict })
}

/**
 * Checks all tables of an open database, and lets other work of this thread run between two tables. Throws the errors
 * of `assertSoundTable`.
 */
export async function assertSoundTables(db: Db, depth: 'quick' | 'full'): Promise<void> {
  for (const name of tableNames(db)) {
    assertSoundTable(db, name, depth)
    await letOthersRun()
  }
}
