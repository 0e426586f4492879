import fc from 'fast-check'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { createCache } from '../../../../src/main/cache/cache.ts'
import { migrations } from '../../../../src/main/cache/schema/migrations.ts'
import { migrate } from '../../../../src/main/sqlite/migrate.ts'
import { pack } from '../../../../src/main/threads/packed-rows.ts'
import { openTestCache } from '../open-cache.ts'

const accountId = '1900001'
type Cache = ReturnType<typeof createCache>

/** Coverage by a response of `received` rows, none of them readable. */
const read = ({ transactions }: Cache, from: number, to: number, received: number, readAt = 1) =>
  transactions.store(accountId, pack([]), readAt, { from, to, received })

test('when an interval is uncovered, the rest stays covered', () => {
  const anyStep = fc
    .tuple(fc.nat(80), fc.integer({ min: 0, max: 15 }), fc.boolean())
    .map(([from, length, isCovered]) => ({ from, to: from + length, isCovered }))
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 14 }), (steps) => {
      const db = openTestCache()
      const { coverage } = createCache(db)
      const truth = new Set<number>()
      for (const { from, to, isCovered } of steps) {
        if (isCovered) coverage.cover(accountId, from, to)
        else coverage.uncover(accountId, from, to)
        for (let at = from; at < to; at++)
          if (isCovered) truth.add(at)
          else truth.delete(at)
      }
      const listed = coverage.list(accountId)
      for (let at = 0; at < 100; at++) expect(listed.some(({ from, to }) => from <= at && at < to)).toBe(truth.has(at))
      db.close()
    }),
    { numRuns: 60 },
  )
})

test('a cap uncovers exactly the intervals whose responses had its length or more', async () => {
  const cache = createCache(openTestCache())
  cache.coverage.cover(accountId, 0, 100)
  await read(cache, 200, 300, 60)
  await read(cache, 100, 200, 59)
  await read(cache, 300, 400, 61)
  expect(cache.coverage.list(accountId)).toEqual([{ from: 0, to: 400 }])
  expect(cache.history.putLongestResponse({ longest: 60, isCap: false })).toEqual([])
  expect(cache.history.putLongestResponse({ longest: 60, isCap: true })).toEqual([accountId])
  expect(cache.coverage.list(accountId)).toEqual([{ from: 0, to: 200 }])
  expect(cache.history.putLongestResponse({ longest: 60, isCap: true })).toEqual([])
})

test('a longer response proves what was stored before its request', async () => {
  const cache = createCache(openTestCache())
  await read(cache, 0, 100, 60, 1_000)
  await read(cache, 100, 200, 60, 3_000)
  cache.provisional.prove(60, 5_000)
  cache.provisional.prove(61, 2_000)
  expect(cache.provisional.isEmpty()).toBe(false)
  cache.provisional.withdraw(60)
  // Intervals that touch are merged, with the later time of reading.
  expect(cache.coverage.list(accountId)).toEqual([])
  await read(cache, 0, 100, 60, 1_000)
  cache.provisional.prove(61, 1_000)
  expect(cache.provisional.isEmpty()).toBe(true)
  expect(cache.provisional.withdraw(0)).toEqual([])
})

test('an interval that is read repeatedly with one length is one provisional interval', async () => {
  const db = openTestCache()
  const cache = createCache(db)
  for (let minute = 0; minute < 50; minute++) await read(cache, minute, minute + 30, 5, minute)
  expect(db.prepare('SELECT count(*) FROM coverage_doubt').pluck().get()).toBe(1)
})

test('coverage and the longest response of a file without provisional intervals stay', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(db, migrations, 10)
  db.exec(`INSERT INTO transaction_account VALUES (1, '${accountId}'); INSERT INTO coverage VALUES (1, 5, 9);
    INSERT INTO longest_answer VALUES (1, 100, 1)`)
  migrate(db, migrations)
  const cache = createCache(db)
  expect(cache.history.longestResponse()).toEqual({ longest: 100, isCap: true })
  cache.history.putLongestResponse({ longest: 50, isCap: true })
  expect(cache.coverage.list(accountId)).toEqual([{ from: 5, to: 9 }])
})
