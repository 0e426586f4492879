import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { createCache } from '../../../../src/main/cache/cache.ts'
import { migrations } from '../../../../src/main/cache/schema/migrations.ts'
import { openCache } from '../../../../src/main/cache/open.ts'
import { readCacheSizes } from '../../../../src/main/cache/sizes.ts'
import type { Db } from '../../../../src/main/sqlite/db.ts'
import { NewerDatabaseError } from '../../../../src/main/sqlite/errors.ts'
import { migrate } from '../../../../src/main/sqlite/migrate.ts'
import { closeDatabase } from '../../../../src/main/sqlite/open.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { openTestCache } from '../open-cache.ts'

const schemaOf = (db: Db): unknown[] => db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all()

function open(path: string) {
  const opened = openCache(path)
  onTestFinished(() => closeDatabase(opened.db))
  return opened
}

test('every table is STRICT', () => {
  const loose = openTestCache()
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
    )
    .pluck()
    .all()
  expect(loose).toEqual([])
})

test('migrating step by step and migrating at once give the same schema', () => {
  const stepped = new Database(':memory:')
  onTestFinished(() => void stepped.close())
  for (let version = 1; version <= migrations.length; version++) migrate(stepped, migrations, version)
  expect(schemaOf(stepped)).toEqual(schemaOf(openTestCache()))
})

test('a damaged cache is replaced by an empty one, reported as rebuilt once, and works', () => {
  const path = join(makeTemporaryDirectory(), 'cache.sqlite')
  const before = open(path)
  expect(before.rebuilt).toBe(false)
  closeDatabase(before.db)
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0x5a, 0, 4096))
  writeFileSync(`${path}-wal`, 'a write-ahead log of another file')

  const after = open(path)
  expect(after.rebuilt).toBe(true)
  createCache(after.db).syncStates.start('accounts', 1)
  closeDatabase(after.db)
  expect(open(path).rebuilt).toBe(false)
})

test('a cache of a newer app is refused, not deleted', () => {
  const path = join(makeTemporaryDirectory(), 'cache.sqlite')
  const { db } = open(path)
  db.pragma('user_version = 999')
  closeDatabase(db)
  expect(() => openCache(path)).toThrow(NewerDatabaseError)
  const refused = new Database(path, { readonly: true })
  expect(refused.pragma('user_version', { simple: true })).toBe(999)
  refused.close()
})

test('cache sizes list every table with its row count, and the bytes of the file', () => {
  const db = openTestCache()
  const cache = createCache(db)
  cache.malformed.note('orders', 'orders.0', 'no id', 1)
  const { tables, bytes } = readCacheSizes(db)
  expect(tables.find(({ name }) => name === 'malformed')?.rows).toBe(1)
  expect(tables.find(({ name }) => name === 'account_transaction')?.rows).toBe(0)
  expect(tables.length).toBeGreaterThan(15)
  expect(bytes).toBeGreaterThan(4096)
})
