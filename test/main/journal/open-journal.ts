import { onTestFinished } from 'vitest'
import { migrations } from '#main/journal/migrations.ts'
import type { Db } from '#main/sqlite/db.ts'
import { openMigrated } from '../sqlite/open-migrated.ts'

/** An empty journal in memory, closed when the test is over. */
export function openTestJournal(): Db {
  const db = openMigrated(migrations)
  onTestFinished(() => void db.close())
  return db
}
