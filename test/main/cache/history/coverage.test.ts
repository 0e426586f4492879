import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test, onTestFinished } from 'vitest'
import { createCache } from '#main/cache/cache.ts'
import { migrations } from '#main/cache/schema/migrations.ts'
import { migrate } from '#main/sqlite/migrate.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { runs } from '../../../runs.ts'
import { openTestCache } from '../open-cache.ts'

const accountId = '1900001'

test('covered intervals are listed in order, disjoint, and with their exact lengths', () => {
  const anyInterval = fc
    .tuple(fc.nat(80), fc.integer({ min: 1, max: 15 }))
    .map(([from, length]) => ({ from, to: from + length }))
  fc.assert(
    fc.property(fc.array(anyInterval, { maxLength: 12 }), (intervals) => {
      const db = openTestCache()
      const { coverage } = createCache(db)
      for (const { from, to } of intervals) coverage.cover(accountId, from, to)
      const listed = coverage.list(accountId)
      for (let at = 0; at < 100; at++) {
        const isIn = (interval: { from: number; to: number }) => interval.from <= at && at < interval.to
        expect(listed.filter(isIn).length).toBe(intervals.some(isIn) ? 1 : 0)
      }
      listed.forEach((interval, i) => expect(interval.from).toBeGreaterThan(listed[i - 1]?.to ?? -1))
      db.close()
    }),
    { numRuns: runs(40) },
  )
})

test('an empty interval covers nothing, and accounts are separate', () => {
  const { coverage } = createCache(openTestCache())
  coverage.cover(accountId, 5, 5)
  coverage.cover(accountId, 9, 5)
  coverage.cover('other', 1, 2)
  expect(coverage.list(accountId)).toEqual([])
  expect(coverage.list('other')).toEqual([{ from: 1, to: 2 }])
})

test('a gap stores its longest response and its last read time until it is removed', () => {
  const { history } = createCache(openTestCache())
  history.putGap(accountId, { from: 2_000, to: 3_000, received: 100, readAt: 1 })
  history.putGap(accountId, { from: 1_000, to: 2_000, received: 5, readAt: 2 })
  history.putGap(accountId, { from: 2_000, to: 3_000, received: 90, readAt: 3 })
  expect(history.gaps(accountId)).toEqual([
    { from: 1_000, to: 2_000, received: 5, readAt: 2 },
    { from: 2_000, to: 3_000, received: 100, readAt: 3 },
  ])
  expect(history.gaps('other')).toEqual([])
  history.removeGap(accountId, 1_000)
  expect(history.gaps(accountId)).toHaveLength(1)
})

test('beginning, re-readings and longest response are unknown at first, and then as last stored', () => {
  const { history } = createCache(openTestCache())
  expect(history.beginning(accountId)).toBeNull()
  expect(history.oldestDay(accountId)).toBeNull()
  expect(history.longestResponse()).toEqual({ longest: 0, isCap: false })
  history.putBeginning(accountId, 7)
  history.putBeginning(accountId, 6)
  history.putRereading(accountId, { days: 365, dueAt: 9, reachedAt: null })
  history.putRereading(accountId, { days: 30, dueAt: 8, reachedAt: 4 })
  history.putRereading(accountId, { days: 365, dueAt: 10, reachedAt: 3 })
  history.putLongestResponse({ longest: 100, isCap: true })
  expect(history.beginning(accountId)).toBe(6)
  expect(history.rereadings(accountId)).toEqual([
    { days: 30, dueAt: 8, reachedAt: 4 },
    { days: 365, dueAt: 10, reachedAt: 3 },
  ])
  expect(history.longestResponse()).toEqual({ longest: 100, isCap: true })
})

test('the oldest day is the UTC day of the oldest row', async () => {
  const { history, transactions } = createCache(openTestCache())
  const at = Date.UTC(2020, 4, 7, 23, 59)
  const row = { id: 'a', at, atText: '2020-05-07T23:59:00Z', category: 'DEPOSIT', name: '', symbol: '' }
  const rest = { change: null, changeQuantity: null, trade: null }
  await transactions.store(
    accountId,
    pack([
      { ...row, ...rest },
      { ...row, ...rest, id: 'b', at: at + 1e9 },
    ]),
    1,
    null,
  )
  expect(history.oldestDay(accountId)).toBe(Date.UTC(2020, 4, 7))
})

type Cache = ReturnType<typeof createCache>

/** Coverage by a response of `received` rows, none of them readable. */
const read = ({ transactions }: Cache, from: number, to: number, received: number, readAt = 1) =>
  transactions.store(accountId, pack([]), readAt, { from, to, received })

test('if an interval is uncovered, the time before and after it stays covered', () => {
  const anyStep = fc
    .tuple(fc.nat(80), fc.integer({ min: 0, max: 15 }), fc.boolean())
    .map(([from, length, isCovered]) => ({ from, to: from + length, isCovered }))
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 14 }), (steps) => {
      const db = openTestCache()
      const { coverage } = createCache(db)
      const expected = new Set<number>()
      for (const { from, to, isCovered } of steps) {
        if (isCovered) coverage.cover(accountId, from, to)
        else coverage.uncover(accountId, from, to)
        for (let at = from; at < to; at++)
          if (isCovered) expected.add(at)
          else expected.delete(at)
      }
      const listed = coverage.list(accountId)
      for (let at = 0; at < 100; at++)
        expect(listed.some(({ from, to }) => from <= at && at < to)).toBe(expected.has(at))
      db.close()
    }),
    { numRuns: runs(60) },
  )
})

test('a cap uncovers exactly the intervals whose responses have this length or more', async () => {
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

test('a longer response confirms the intervals that were stored before its request', async () => {
  const cache = createCache(openTestCache())
  await read(cache, 0, 100, 60, 1_000)
  await read(cache, 100, 200, 60, 3_000)
  cache.provisional.prove(60, 5_000)
  cache.provisional.prove(61, 2_000)
  expect(cache.provisional.isEmpty()).toBe(false)
  cache.provisional.withdraw(60)
  // Intervals that touch are merged, with the later read time.
  expect(cache.coverage.list(accountId)).toEqual([])
  await read(cache, 0, 100, 60, 1_000)
  cache.provisional.prove(61, 1_000)
  expect(cache.provisional.isEmpty()).toBe(true)
  expect(cache.provisional.withdraw(0)).toEqual([])
})

test('an interval that is read repeatedly with the same length stays one provisional interval', async () => {
  const db = openTestCache()
  const cache = createCache(db)
  for (let minute = 0; minute < 50; minute++) await read(cache, minute, minute + 30, 5, minute)
  expect(db.prepare('SELECT count(*) FROM coverage_doubt').pluck().get()).toBe(1)
})

test('a file of an older version without provisional intervals keeps its coverage and longest response', () => {
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
