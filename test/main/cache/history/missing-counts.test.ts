import { expect, test } from 'vitest'
import { createCache } from '#main/cache/cache.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { booked } from '../../../fakes/history-service.ts'
import { openTestCache } from '../open-cache.ts'

async function open() {
  const cache = createCache(openTestCache())
  const rows = Array.from({ length: 100 }, (_, index) => booked(index, index * 10))
  await cache.transactions.store('a', pack(rows), 1, null)
  const { missingCounts: counts, missing } = cache
  const put = (from: number, to: number, count: number | null, dueAt = 5) =>
    counts.replace('a', { from, to }, count === null ? null : { count, dueAt }, missing.storedIn)
  const list = () => counts.list('a').map(({ from, to, count }) => [from, to, count])
  return { counts, put, list }
}

test('the last answer for a time replaces the count; what it does not reach keeps at most what is stored there', async () => {
  const { put, list } = await open()
  put(0, 1_000, 100)
  put(500, 600, null)
  expect(list()).toEqual([
    [0, 500, 50],
    [600, 1_000, 40],
  ])
  put(0, 500, 7)
  expect(list()[0]).toEqual([0, 500, 7])
  put(0, 2_000, null)
  expect(list()).toEqual([])
})

test('what is left of the last days joins the time before them, so that intervals stay few', async () => {
  const { put, list } = await open()
  put(0, 400, 40)
  for (let start = 400; start <= 700; start += 10) put(start, start + 300, 30)
  expect(list()).toEqual([
    [0, 700, 70],
    [700, 1_000, 30],
  ])
})

test('an interval is due later when its reading is delayed, and an unknown account has none', async () => {
  const { counts, put } = await open()
  expect(counts.isEmpty()).toBe(true)
  put(0, 100, 10)
  const [found] = counts.list('a')
  counts.delay('a', found!, 77)
  expect(counts.list('a')).toEqual([{ from: 0, to: 100, count: 10, dueAt: 77 }])
  counts.delay('b', found!, 78)
  counts.replace('b', { from: 0, to: 100 }, { count: 1, dueAt: 1 }, () => 1)
  expect(counts.list('b')).toEqual([])
})
