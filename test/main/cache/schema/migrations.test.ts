import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { createCache, readCacheSizes } from '#main/cache/cache.ts'
import { openCache, setCacheAside } from '#main/cache/open.ts'
import { migrations } from '#main/cache/schema/migrations.ts'
import type { Db } from '#main/sqlite/db.ts'
import { databaseBytes } from '#main/sqlite/files.ts'
import { migrate } from '#main/sqlite/migrate.ts'
import { closeDatabase } from '#main/sqlite/open.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { openTestCache } from '../open-cache.ts'

const schemaOf = (db: Db): unknown[] => db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all()

const time = '2026-03-02T00-00-00Z'

function open(path: string) {
  const opened = openCache(path, { now: () => Date.UTC(2026, 2, 2) })
  onTestFinished(() => closeDatabase(opened.db))
  return opened
}

test('every table is STRICT', () => {
  const notStrict = openTestCache()
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
    )
    .pluck()
    .all()
  expect(notStrict).toEqual([])
})

test('migrating step by step and in one run give the same schema', () => {
  const migratedStepwise = new Database(':memory:')
  onTestFinished(() => void migratedStepwise.close())
  for (let version = 1; version <= migrations.length; version++) migrate(migratedStepwise, migrations, version)
  expect(schemaOf(migratedStepwise)).toEqual(schemaOf(openTestCache()))
})

test('a damaged cache is set aside and replaced by an empty one that works', () => {
  const directory = makeTemporaryDirectory()
  const path = join(directory, 'cache.sqlite')
  const before = open(path)
  expect(before.setAside).toBeNull()
  closeDatabase(before.db)
  const damaged = readFileSync(path).fill(0x5a, 0, 4096)
  writeFileSync(path, damaged)
  writeFileSync(`${path}-wal`, 'a write-ahead log of another file')

  const after = open(path)
  expect(after.setAside).toEqual({ reason: 'damaged', path: join(directory, `cache.damaged-${time}.sqlite`) })
  expect(readFileSync(after.setAside!.path).equals(damaged)).toBe(true)
  createCache(after.db).syncStates.start('accounts', 1)
  closeDatabase(after.db)
  expect(open(path).setAside).toBeNull()
})

test('a cache of a newer app is set aside unchanged', () => {
  const path = join(makeTemporaryDirectory(), 'cache.sqlite')
  const { db } = open(path)
  db.pragma('user_version = 999')
  closeDatabase(db)
  const { setAside } = open(path)
  expect(setAside?.reason).toBe('newer')
  const newer = new Database(setAside!.path, { readonly: true })
  expect(newer.pragma('user_version', { simple: true })).toBe(999)
  newer.close()
})

test('a cache with tables of another version is set aside', () => {
  const path = join(makeTemporaryDirectory(), 'cache.sqlite')
  const { db } = open(path)
  db.pragma('user_version = 3')
  closeDatabase(db)
  expect(open(path).setAside?.reason).toBe('damaged')
})

test('the write-ahead log is set aside together with its cache', () => {
  const path = join(makeTemporaryDirectory(), 'cache.sqlite')
  for (const part of ['', '-wal', '-shm']) writeFileSync(path + part, `content${part}`)
  const aside = setCacheAside(path, 'damaged', Date.UTC(2026, 2, 2)).path
  expect(['', '-wal', '-shm'].map((part) => readFileSync(aside + part, 'utf8'))).toEqual([
    'content',
    'content-wal',
    'content-shm',
  ])
  expect(existsSync(path)).toBe(false)
})

test('only the newest two caches that were set aside are kept', () => {
  const directory = makeTemporaryDirectory()
  const path = join(directory, 'cache.sqlite')
  for (let day = 1; day <= 4; day++) {
    writeFileSync(path, 'not a database '.repeat(1_000))
    openCache(path, { now: () => Date.UTC(2026, 2, day) }).db.close()
  }
  expect(readdirSync(directory).filter((name) => name.includes('damaged'))).toEqual([
    'cache.damaged-2026-03-03T00-00-00Z.sqlite',
    'cache.damaged-2026-03-04T00-00-00Z.sqlite',
  ])
})

test('the migration removes the log of requests from the cache', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(db, migrations, 12)
  db.exec(`INSERT INTO request_log (at_ms, endpoint, purpose) VALUES (1, 'getQuote', 'visible')`)
  migrate(db, migrations)
  expect(db.prepare(`SELECT count(*) FROM sqlite_schema WHERE name LIKE 'request_log%'`).pluck().get()).toBe(0)
})

test('cache sizes list every table with its row count, and the bytes on disk', () => {
  const path = join(makeTemporaryDirectory(), 'cache.sqlite')
  const { db } = open(path)
  const cache = createCache(db)
  cache.malformed.note('orders', 'orders.0', 'no id', 1)
  const { tables, bytes } = readCacheSizes(db)
  expect(tables.find(({ name }) => name === 'malformed')?.rows).toBe(1)
  expect(tables.find(({ name }) => name === 'account_transaction')?.rows).toBe(0)
  expect(tables.length).toBeGreaterThan(15)
  expect(bytes).toBe(databaseBytes(path))
  expect(bytes).toBeGreaterThan(statSync(path).size)
})
