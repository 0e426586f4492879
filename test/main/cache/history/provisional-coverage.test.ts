import fc from 'fast-check'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { createCache } from '../../../src/main/cache/cache.ts'
import { migrations } from '../../../src/main/cache/migrations.ts'
import { migrate } from '../../../src/main/sqlite/migrate.ts'
import { pack } from '../../../src/main/threads/packed.ts'
import { openTestCache } from './open-cache.ts'

const accountId = '1900001'
type Cache = ReturnType<typeof createCache>

/** Coverage by an answer of so many rows, none of which could be read. */
const read = ({ transactions }: Cache, from: number, to: number, received: number, readAt = 1) =>
  transactions.store(accountId, pack([]), readAt, { from, to, received })

test('whatever is taken away, the rest stays covered', () => {
  const stretch = fc
    .tuple(fc.nat(80), fc.integer({ min: 0, max: 15 }), fc.boolean())
    .map(([from, length, isCovered]) => ({ from, to: from + length, isCovered }))
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 14 }), (stretches) => {
      const db = openTestCache()
      const { coverage } = createCache(db)
      const truth = new Set<number>()
      for (const { from, to, isCovered } of stretches) {
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

test('where the service is found to cut at a length, what answers as long covered is uncovered, and nothing else', async () => {
  const cache = createCache(openTestCache())
  cache.coverage.cover(accountId, 0, 100)
  await read(cache, 200, 300, 60)
  await read(cache, 100, 200, 59)
  await read(cache, 300, 400, 61)
  expect(cache.coverage.list(accountId)).toEqual([{ from: 0, to: 400 }])
  expect(cache.history.putLongestAnswer({ longest: 60, isCap: false })).toEqual([])
  expect(cache.history.putLongestAnswer({ longest: 60, isCap: true })).toEqual([accountId])
  expect(cache.coverage.list(accountId)).toEqual([{ from: 0, to: 200 }])
  expect(cache.history.putLongestAnswer({ longest: 60, isCap: true })).toEqual([])
})

test('a longer answer proves what was kept before it was asked for', async () => {
  const cache = createCache(openTestCache())
  await read(cache, 0, 100, 60, 1_000)
  await read(cache, 100, 200, 60, 3_000)
  cache.doubts.prove(60, 5_000)
  cache.doubts.prove(61, 2_000)
  expect(cache.doubts.isEmpty()).toBe(false)
  cache.doubts.withdraw(60)
  // Those that touch are one, as young as the younger.
  expect(cache.coverage.list(accountId)).toEqual([])
  await read(cache, 0, 100, 60, 1_000)
  cache.doubts.prove(61, 1_000)
  expect(cache.doubts.isEmpty()).toBe(true)
  expect(cache.doubts.withdraw(0)).toEqual([])
})

test('the same stretch read again and again at one length is one doubt', async () => {
  const db = openTestCache()
  const cache = createCache(db)
  for (let minute = 0; minute < 50; minute++) await read(cache, minute, minute + 30, 5, minute)
  expect(db.prepare('SELECT count(*) FROM coverage_doubt').pluck().get()).toBe(1)
})

test('coverage of a file from before there were doubts stays', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(db, migrations, 10)
  db.exec(`INSERT INTO transaction_account VALUES (1, '${accountId}'); INSERT INTO coverage VALUES (1, 5, 9);
    INSERT INTO longest_answer VALUES (1, 100, 1)`)
  migrate(db, migrations)
  const cache = createCache(db)
  cache.history.putLongestAnswer({ longest: 50, isCap: true })
  expect(cache.coverage.list(accountId)).toEqual([{ from: 5, to: 9 }])
})
