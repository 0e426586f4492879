import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createInstrumentParts, type PartKey } from '../../../src/main/cache/instrument-parts.ts'
import { migrations } from '../../../src/main/cache/migrations.ts'
import { CorruptDatabaseError } from '../../../src/main/sqlite/errors.ts'
import { migrate } from '../../../src/main/sqlite/migrate.ts'
import { openTestCache } from './open-cache.ts'

const key = (over: Partial<PartKey> = {}): PartKey => ({
  symbol: 'SBER@MISX',
  accountId: '',
  part: 'book',
  variant: '',
  ...over,
})

test('a part comes back as it was put, with its time, and the later one replaces it', () => {
  const parts = createInstrumentParts(openTestCache())
  expect(parts.get(key(), z.array(z.string()))).toBeNull()
  expect(parts.fetchedAt(key())).toBeNull()
  parts.put(key(), ['a'], 10)
  parts.put(key(), ['b'], 20)
  expect(parts.get(key(), z.array(z.string()))).toEqual({ value: ['b'], fetchedAt: 20 })
  expect(parts.fetchedAt(key())).toBe(20)
})

test.each([{ symbol: 'sber@MISX' }, { accountId: '1900001' }, { part: 'trades' }, { variant: '["W",null]' }])(
  'parts that differ in %o are kept apart',
  (over) => {
    const parts = createInstrumentParts(openTestCache())
    parts.put(key(), 1, 10)
    expect(parts.get(key(over), z.number())).toBeNull()
  },
)

test('what does not fit the schema is told, not shown', () => {
  const parts = createInstrumentParts(openTestCache())
  parts.put(key(), { rows: 1 }, 10)
  expect(() => parts.get(key(), z.array(z.string()))).toThrow(CorruptDatabaseError)
})

test('eviction keeps the newest that fit, by their size in bytes', () => {
  const parts = createInstrumentParts(openTestCache())
  // With its quotes each is 102 bytes: a Cyrillic letter has two.
  for (const [at, variant] of ['old', 'middle', 'new'].entries()) parts.put(key({ variant }), 'ж'.repeat(50), at)
  expect(parts.evict(306)).toBe(0)
  expect(parts.evict(305)).toBe(1)
  expect(['old', 'middle', 'new'].map((variant) => parts.fetchedAt(key({ variant })))).toEqual([null, 1, 2])
  expect(parts.evict(0)).toBe(2)
})

test('a cache from before parts were kept takes them, and loses nothing', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  const before = migrations.findIndex((step) => step.includes('CREATE TABLE instrument_part'))
  migrate(db, migrations, before)
  db.exec(`INSERT INTO schedule (symbol, data, fetched_at) VALUES ('SBER@MISX', '[]', 5)`)
  migrate(db, migrations)
  createInstrumentParts(db).put(key(), 1, 10)
  expect(db.prepare('SELECT fetched_at FROM schedule').pluck().all()).toEqual([5])
})
