import { onTestFinished } from 'vitest'
import { migrations } from '../../../src/main/journal/migrations.ts'
import type { Db } from '../../../src/main/sqlite/db.ts'
import { openDatabase } from '../../../src/main/sqlite/open.ts'

/** An empty journal in memory, closed when the test is over. */
export function openTestJournal(): Db {
  const db = openDatabase(':memory:', migrations, { synchronous: 'FULL' })
  onTestFinished(() => void db.close())
  return db
}
