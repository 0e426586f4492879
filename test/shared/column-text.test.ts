import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ColumnText, readColumns, writeColumns } from '../../src/shared/column-text.ts'

const roundTrip = (rows: readonly object[]): Promise<object[]> => readColumns(new ColumnText(writeColumns(rows)))

test('rows come back as they were, in their order, also where they fill several texts', async () => {
  const rows = Array.from({ length: 2_500 }, (_, index) => ({
    ...{ id: String(index), currency: 'RUB', amount: null, ids: [String(index)], pieces: { low: '1', high: '1' } },
  }))
  expect(writeColumns(rows)).toHaveLength(3)
  expect(await roundTrip(rows)).toEqual(rows)
})

test('no row makes no text', async () => {
  expect(writeColumns([])).toEqual([])
  expect(await roundTrip([])).toEqual([])
})

test('any JSON value of any key comes back', async () => {
  const row = fc.record({ a: fc.jsonValue(), b: fc.constantFrom(null, 0, '', 'x'), length: fc.integer() })
  await fc.assert(
    fc.asyncProperty(fc.array(row), async (rows) => {
      const plain = JSON.parse(JSON.stringify(rows)) as object[]
      expect(await roundTrip(plain)).toEqual(plain)
    }),
  )
})

test.each([
  ['a key more', { a: 1, b: 2 }],
  ['a key less', {}],
  ['another key', { b: 1 }],
])('a row with %s is refused', (_, row) => {
  expect(() => writeColumns([{ a: 1 }, row])).toThrow('Rows with different keys')
})
