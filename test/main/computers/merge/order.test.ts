import { expect, test } from 'vitest'
import { areAtOdds, mergeOrders, placed } from '#main/computers/merge/order.ts'
import type { WrittenEdit } from '#main/journal/shared/shared-record.ts'

const heads = (...orders: readonly string[]): WrittenEdit[] =>
  orders.map((order, index) => ({
    ...{ item: '["watchlist","1"]', field: 'order', computer: String(index), counter: 1, at: 0, seen: {} },
    value: JSON.stringify([...order]),
  }))

test('orders to which each computer added a member are merged without a conflict', () => {
  const found = heads('abX', 'aYb')
  expect(areAtOdds(found)).toBe(false)
  expect(mergeOrders(found).join('')).toBe('aYbX')
  expect(mergeOrders(heads('ab', 'Zab')).join('')).toBe('Zab')
})

test('orders that place the same members differently are a conflict', () => {
  expect(areAtOdds(heads('abc', 'acb'))).toBe(true)
  expect(mergeOrders(heads('abc', 'acb')).join('')).toBe('abc')
})

test('members without a place come last, sorted by name; removed members have no place', () => {
  expect(placed(['c', 'x', 'a'], ['a', 'b', 'c', 'A'])).toEqual(['c', 'a', 'A', 'b'])
})
