import Database from 'better-sqlite3'
import type { Db } from '#main/sqlite/db.ts'
import type { Migrations } from '#main/sqlite/migrate.ts'
import { openDatabase } from '#main/sqlite/open.ts'

const images = new Map<Migrations, Buffer>()

function imageOf(migrations: Migrations): Buffer {
  const known = images.get(migrations)
  if (known !== undefined) return known
  const db = openDatabase(':memory:', migrations, { synchronous: 'NORMAL' })
  const image = db.serialize()
  db.close()
  images.set(migrations, image)
  return image
}

/**
 * An empty database in memory with this schema, as `openDatabase` makes it. The steps run once in each process: later databases are
 * copies, because the steps of the cache take 20 ms and a property test opens a database for each of its cases.
 */
export function openMigrated(migrations: Migrations): Db {
  const db = new Database(imageOf(migrations))
  db.pragma('foreign_keys = ON')
  return db
}
