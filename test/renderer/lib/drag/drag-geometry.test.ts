import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDrop, indexAfterDrop, moveItem } from '#renderer/lib/drag/drag-geometry.ts'

const rows = [0, 1, 2].map((index) => ({ left: 0, right: 100, top: index * 10, bottom: index * 10 + 10 }))
/** Three tabs: two in the first row and one in the second. */
const tabs = [
  { left: 0, right: 40, top: 0, bottom: 10 },
  { left: 50, right: 90, top: 0, bottom: 10 },
  { left: 0, right: 40, top: 20, bottom: 30 },
]

test('in a column the gap is before or after the nearest row, at the nearer half', () => {
  expect([-50, 4, 6, 14, 16, 500].map((y) => findDrop(rows, 500, y, 'block')?.gap)).toEqual([0, 0, 1, 1, 2, 3])
})

test('with wrapped tabs, the row under the pointer is chosen first', () => {
  expect(findDrop(tabs, 60, 5, 'inline')).toEqual({ gap: 1, beside: 1, isBehind: false })
  expect(findDrop(tabs, 200, 5, 'inline')).toEqual({ gap: 2, beside: 1, isBehind: true })
  expect(findDrop(tabs, 1, 28, 'inline')).toEqual({ gap: 2, beside: 2, isBehind: false })
})

test('an empty list has no gap', () => {
  expect(findDrop([], 1, 1, 'block')).toBeUndefined()
})

test('a dropped item is between the neighbours of the gap', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(7), fc.nat(8), (count, first, second) => {
      const items = Array.from({ length: count }, (_, index) => index)
      const [from, gap] = [first % count, second % (count + 1)]
      const after = moveItem(items, from, indexAfterDrop(from, gap))
      const expected = [
        ...items.slice(0, gap).filter((item) => item !== from),
        from,
        ...items.slice(gap).filter((item) => item !== from),
      ]
      expect(after).toEqual(expected)
    }),
  )
})
