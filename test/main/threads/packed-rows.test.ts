import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feedOf, pack, unpack, type RowFeed } from '../../../src/main/threads/packed.ts'

function takeAll<T>(feed: RowFeed<T>): T[] {
  const rows: T[] = []
  while (feed.left > 0 && rows.length < 10_000) rows.push(feed.take())
  return rows
}

test('rows come out as they went in, together and one by one, through a clone', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ id: fc.string(), at: fc.integer() }), { maxLength: 320 }), (rows) => {
      const packed = structuredClone(pack(rows))
      expect(unpack(packed)).toEqual(rows)
      expect(takeAll(feedOf(packed))).toEqual(rows)
    }),
  )
})

test('a feed tells how many rows are to come, at the ends of its parts too', () => {
  const feed = feedOf(pack(Array.from({ length: 101 }, (_, index) => index)))
  const seen = Array.from({ length: 101 }, () => [feed.left, feed.take()])
  expect(seen).toEqual(Array.from({ length: 101 }, (_, index) => [101 - index, index]))
  expect(feed.left).toBe(0)
  expect(feedOf(pack([])).left).toBe(0)
})
