import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCache } from '../../../../src/main/cache/cache.ts'
import { pack } from '../../../../src/main/threads/packed-rows.ts'
import { openTestCache } from '../open-cache.ts'

const accountId = '1900001'

test('covered intervals are listed disjoint, in order, and with their exact lengths', () => {
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
    { numRuns: 40 },
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

test('a gap has its longest response and its last reading, until it is removed', () => {
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

test('beginning, re-readings and the longest response are unknown at first, then as last stored', () => {
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
