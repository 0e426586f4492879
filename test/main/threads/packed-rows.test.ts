import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feedOf, pack, unpack, type RowFeed } from '#main/threads/packed-rows.ts'

function takeAll<T>(feed: RowFeed<T>): T[] {
  const rows: T[] = []
  while (feed.left > 0 && rows.length < 10_000) rows.push(feed.take())
  return rows
}

test('packed rows unpack to the same rows, all together or one at a time, after a structured clone', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ id: fc.string(), at: fc.integer() }), { maxLength: 320 }), (rows) => {
      const packed = structuredClone(pack(rows))
      expect(unpack(packed)).toEqual(rows)
      expect(takeAll(feedOf(packed))).toEqual(rows)
    }),
  )
})

test('a feed states the number of remaining rows, also at the end of each part', () => {
  const feed = feedOf(pack(Array.from({ length: 101 }, (_, index) => index)))
  const seen = Array.from({ length: 101 }, () => [feed.left, feed.take()])
  expect(seen).toEqual(Array.from({ length: 101 }, (_, index) => [101 - index, index]))
  expect(feed.left).toBe(0)
  expect(feedOf(pack([])).left).toBe(0)
})
