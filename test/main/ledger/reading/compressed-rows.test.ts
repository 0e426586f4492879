import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CompressedRows } from '#main/ledger/reading/compressed-rows.ts'

const row = fc.record({ key: fc.integer({ min: -3, max: 3 }), text: fc.string({ unit: 'binary' }), id: fc.nat() })

test('a group returns the added rows in their order', () => {
  fc.assert(
    fc.property(fc.array(row), (all) => {
      const packed = new CompressedRows<(typeof all)[number]>()
      for (const each of all) packed.add(each.key, each)
      const groups = Map.groupBy(all, ({ key }) => key)
      expect(packed.keys).toEqual([...groups.keys()].sort((a, b) => a - b))
      for (const [key, own] of groups) expect([packed.countOf(key), [...packed.read(key)]]).toEqual([own.length, own])
      expect([packed.countOf(9), [...packed.read(9)]]).toEqual([0, []])
    }),
  )
})

test('many rows of a group are compressed in several parts, and all are read back', () => {
  const packed = new CompressedRows<{ index: number; text: string }>()
  const rows = Array.from({ length: 5_000 }, (_, index) => ({ index, text: `строка\n${index} "\u2028`.repeat(5) }))
  for (const each of rows) packed.add(1, each)
  expect([...packed.read(1)]).toEqual(rows)
})
