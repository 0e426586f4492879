import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createInstrumentParts, type PartKey } from '#main/cache/instruments/parts.ts'
import { migrations } from '#main/cache/schema/migrations.ts'
import { CorruptDatabaseError } from '#main/sqlite/errors.ts'
import { migrate } from '#main/sqlite/migrate.ts'
import { openTestCache } from '../open-cache.ts'

const key = (changes: Partial<PartKey> = {}): PartKey => ({
  symbol: 'SBER@MISX',
  accountId: '',
  part: 'book',
  variant: '',
  ...changes,
})

test('a part is read as it was stored, with its time, and a later one replaces it', () => {
  const parts = createInstrumentParts(openTestCache())
  expect(parts.get(key(), z.array(z.string()))).toBeNull()
  expect(parts.fetchedAt(key())).toBeNull()
  parts.put(key(), ['a'], 10)
  parts.put(key(), ['b'], 20)
  expect(parts.get(key(), z.array(z.string()))).toEqual({ value: ['b'], fetchedAt: 20 })
  expect(parts.fetchedAt(key())).toBe(20)
})

test.each([{ symbol: 'sber@MISX' }, { accountId: '1900001' }, { part: 'trades' }, { variant: '["W",null]' }])(
  'parts that differ in %o are stored separately',
  (changes) => {
    const parts = createInstrumentParts(openTestCache())
    parts.put(key(), 1, 10)
    expect(parts.get(key(changes), z.number())).toBeNull()
  },
)

test('a stored part that does not match the schema throws an error', () => {
  const parts = createInstrumentParts(openTestCache())
  parts.put(key(), { rows: 1 }, 10)
  expect(() => parts.get(key(), z.array(z.string()))).toThrow(CorruptDatabaseError)
})

test('eviction keeps the newest parts up to the size limit in bytes', () => {
  const parts = createInstrumentParts(openTestCache())
  // Each part has 102 bytes with its quotation marks: a Cyrillic letter has two bytes.
  for (const [at, variant] of ['old', 'middle', 'new'].entries()) parts.put(key({ variant }), 'ж'.repeat(50), at)
  expect(parts.evict(306)).toBe(0)
  expect(parts.evict(305)).toBe(1)
  expect(['old', 'middle', 'new'].map((variant) => parts.fetchedAt(key({ variant })))).toEqual([null, 1, 2])
  expect(parts.evict(0)).toBe(2)
})

test('a cache without the table of parts can store parts after the migration, and loses no data', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  const before = migrations.findIndex((step) => String(step).includes('CREATE TABLE instrument_part'))
  migrate(db, migrations, before)
  db.exec(`INSERT INTO schedule (symbol, data, fetched_at) VALUES ('SBER@MISX', '[]', 5)`)
  migrate(db, migrations)
  createInstrumentParts(db).put(key(), 1, 10)
  expect(db.prepare('SELECT fetched_at FROM schedule').pluck().all()).toEqual([5])
})
