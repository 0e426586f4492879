import { expect, test } from 'vitest'
import { rowAfterKey } from '#renderer/lib/keyboard/row-after-key.ts'

test.each([
  ['ArrowDown', 5, 6],
  ['ArrowUp', 5, 4],
  ['PageDown', 5, 8],
  ['PageUp', 5, 2],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['ArrowDown', 9, 9],
  ['PageUp', 1, 0],
  ['Enter', 5, undefined],
])('%s in row %i of ten moves to row %s', (key, index, next) => {
  expect(rowAfterKey(key, index, 10, 3)).toBe(next)
})

test('in an empty list all keys move to the first row', () => {
  expect(['ArrowDown', 'ArrowUp', 'End'].map((key) => rowAfterKey(key, 0, 0, 3))).toEqual([0, 0, 0])
})
