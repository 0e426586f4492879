import { expect, test } from 'vitest'
import { moveItem } from '#renderer/lib/drag/drag-geometry.ts'
import { isStaleQuote } from '#renderer/lib/staleness.ts'
import { positionInRange } from '#renderer/ui/figures/day-range.ts'
import { dec, hour, minute } from '../fixtures/data.ts'
import { quotes } from '../fixtures/market.ts'

test('the position of a price in a range is unknown without a range or a price', () => {
  expect(positionInRange(dec('10'), dec('20'), dec('15'))).toBe(0.5)
  expect(positionInRange(dec('10'), dec('20'), dec('25'))).toBe(1)
  expect(positionInRange(dec('10'), dec('10'), dec('10'))).toBeNull()
  expect(positionInRange(null, dec('10'), dec('10'))).toBeNull()
  expect(positionInRange(dec('10'), dec('20'), null)).toBeNull()
})

test('a quote becomes stale only while the market is open', () => {
  const [open, , closed, forbidden] = quotes(0)
  expect(isStaleQuote(open!, hour)).toBe(true)
  expect(isStaleQuote(open!, minute)).toBe(false)
  expect(isStaleQuote(closed!, hour)).toBe(false)
  expect(isStaleQuote(forbidden!, hour)).toBe(false)
})

test('an item is moved to an index in the list without that item', () => {
  const list = ['a', 'b', 'c', 'd']
  expect(moveItem(list, 'a', 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moveItem(list, 'd', 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moveItem(list, 'b', 99)).toEqual(['a', 'c', 'd', 'b'])
  expect(moveItem(list, 'b', -1)).toEqual(['b', 'a', 'c', 'd'])
  expect(moveItem(list, 'x', 0)).toBe(list)
})
