import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realizedLot } from '#main/insight/performance/realized-lots.ts'
import { PackedLots } from '#main/ledger/reading/performance/packed-lots.ts'

const units = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const added = fc.record({
  accountId: fc.constantFrom('1', '2'),
  row: fc.record({
    at: fc.integer({ min: -1e12, max: 2e12 }),
    symbol: fc.constantFrom('A@X', 'Б, с пробелом\n', ''),
    currency: fc.constantFrom('RUB', 'a b', null),
  }),
  closing: fc.record({
    quantity: units,
    cost: fc.option(units),
    proceeds: fc.option(units),
    openedAt: fc.option(fc.integer({ min: -1e12, max: 2e12 })),
  }),
})

test('packed lots are returned in pages, latest first', () => {
  fc.assert(
    fc.property(fc.array(added, { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (all, limit) => {
      const packed = new PackedLots()
      for (const { accountId, row, closing } of all) packed.add(accountId, row, closing)
      const expected = all
        .map(({ accountId, row, closing }) => realizedLot(accountId, row, closing))
        .sort((a, b) => b.closedAt - a.closedAt)
      const pages = Array.from({ length: Math.ceil(all.length / limit) }, (_, page) => packed.page(page * limit, limit))
      expect([packed.count, pages.flat()]).toEqual([all.length, expected])
    }),
  )
})

test('lots that need several blocks are all returned', () => {
  const packed = new PackedLots()
  const closing = { quantity: 123_456_789n ** 3n, cost: 987_654_321n ** 3n, proceeds: 5n, openedAt: 1_600_000_000_000 }
  for (let at = 0; at < 12_000; at++) packed.add('1', { at, symbol: `S${at}`, currency: 'RUB' }, closing)
  const [latest] = packed.page(0, 1)
  const [first] = packed.page(11_999, 1)
  expect([latest, first]).toEqual([
    realizedLot('1', { at: 11_999, symbol: 'S11999', currency: 'RUB' }, closing),
    realizedLot('1', { at: 0, symbol: 'S0', currency: 'RUB' }, closing),
  ])
})
