import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ColumnText, readColumns, writeColumns } from '#shared/column-text.ts'

const roundTrip = (rows: readonly object[]): Promise<object[]> => readColumns(new ColumnText(writeColumns(rows)))

test('rows are read back unchanged and in order, also when they fill several texts', async () => {
  const rows = Array.from({ length: 2_500 }, (_, index) => ({
    ...{ id: String(index), currency: 'RUB', amount: null, ids: [String(index)], pieces: { low: '1', high: '1' } },
  }))
  expect(writeColumns(rows)).toHaveLength(3)
  expect(await roundTrip(rows)).toEqual(rows)
})

test('no rows give no text', async () => {
  expect(writeColumns([])).toEqual([])
  expect(await roundTrip([])).toEqual([])
})

test('any JSON value is read back unchanged', async () => {
  const row = fc.record({ a: fc.jsonValue(), b: fc.constantFrom(null, 0, '', 'x'), length: fc.integer() })
  await fc.assert(
    fc.asyncProperty(fc.array(row), async (rows) => {
      const plain = JSON.parse(JSON.stringify(rows)) as object[]
      expect(await roundTrip(plain)).toEqual(plain)
    }),
  )
})

test.each([
  ['an additional key', { a: 1, b: 2 }],
  ['a missing key', {}],
  ['another key', { b: 1 }],
])('a row with %s is refused', (_, row) => {
  expect(() => writeColumns([{ a: 1 }, row])).toThrow('Rows with different keys')
})
