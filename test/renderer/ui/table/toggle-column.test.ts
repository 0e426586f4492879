import { expect, test } from 'vitest'
import { toggleColumn } from '#renderer/ui/table/toggle-column.ts'

const keys = ['a', 'b', 'c', 'd']

test('a shown column is hidden; a hidden column appears before the next column of the default order', () => {
  expect(toggleColumn(keys, ['a', 'b', 'd'], 'b')).toEqual(['a', 'd'])
  expect(toggleColumn(keys, ['a', 'd'], 'c')).toEqual(['a', 'c', 'd'])
  expect(toggleColumn(keys, ['d', 'a'], 'b')).toEqual(['b', 'd', 'a'])
  expect(toggleColumn(keys, ['a'], 'd')).toEqual(['a', 'd'])
})
