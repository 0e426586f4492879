import { expect, test } from 'vitest'
import { z } from 'zod'
import { CorruptDatabaseError } from '#main/sqlite/errors.ts'
import {
  decimal,
  decimalOrNull,
  flag,
  integer,
  integerOrNull,
  json,
  jsonList,
  jsonOrNull,
  text,
  textOrNull,
} from '#main/sqlite/row.ts'
import { withReason } from '../reason.ts'

test('values of the expected type are read, and NULL where it is allowed', () => {
  const row = { a: 'x', n: 7, y: 1, d: '-1.50', j: '{"k":1}', nothing: null }
  expect([text(row, 'a'), integer(row, 'n'), flag(row, 'y'), decimal(row, 'd')]).toEqual(['x', 7, true, '-1.50'])
  expect(json(row, 'j', z.object({ k: z.int() }))).toEqual({ k: 1 })
  expect([textOrNull, integerOrNull, decimalOrNull].map((read) => read(row, 'nothing'))).toEqual([null, null, null])
  expect(jsonOrNull(row, 'nothing', z.unknown())).toBeNull()
})

test.each([
  ['a number for text', () => text({ secretive: 5 }, 'secretive')],
  ['a missing column', () => textOrNull({}, 'absent')],
  ['a fraction for an integer', () => integer({ n: 1.5 }, 'n')],
  ['an inexact integer', () => integer({ n: 2 ** 60 }, 'n')],
  ['an exponent for a decimal', () => decimal({ d: '1e5' }, 'd')],
  ['text that is not JSON', () => json({ j: '{' }, 'j', z.object({}))],
  ['JSON of another shape', () => json({ j: '[]' }, 'j', z.object({}))],
])('%s is refused, naming the column and not the value', (_, read) => {
  expect(read).toThrow(CorruptDatabaseError)
  expect(read).toThrow(withReason('column', { column: expect.stringMatching(/^\w+$/) }))
})

test('a long list is read item by item, and one item that does not fit the schema makes the whole list fail', async () => {
  const numbers = Array.from({ length: 950 }, (_, i) => i)
  expect(await jsonList({ j: JSON.stringify(numbers) }, 'j', z.int())).toEqual(numbers)
  expect(await jsonList({ j: '[]' }, 'j', z.int())).toEqual([])
  for (const j of ['{}', '[1', JSON.stringify([...numbers, 'x'])])
    await expect(jsonList({ j }, 'j', z.int())).rejects.toThrow(CorruptDatabaseError)
})
