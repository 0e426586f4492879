import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildLadder } from '#main/insight/market/book-ladder.ts'
import { compare, sum } from '#shared/decimal.ts'
import { BookLadder } from '#shared/model/instrument-view.ts'
import type { OrderBookRow } from '#shared/model/market.ts'
import { d } from '../make.ts'

const row = (price: string | null, sell: string | null, buy: string | null, action = 'ACTION_ADD'): OrderBookRow => ({
  price: price === null ? null : d(price),
  sellSize: sell === null ? null : d(sell),
  buySize: buy === null ? null : d(buy),
  action,
  mpid: '',
  at: null,
})
const texts = (levels: readonly { price: string; size: string; total: string }[]) =>
  levels.map(({ price, size, total }) => `${price} ${size} ${total}`)

test('asks ascend and bids descend from the best price, each with its cumulative size', () => {
  const ladder = buildLadder([
    row('101.5', '3', null),
    row('101', '2', null),
    row('100.5', null, '4'),
    row('99', null, '1'),
    row('100', null, '2.5'),
  ])
  expect(texts(ladder.asks)).toEqual(['101 2 2', '101.5 3 5'])
  expect(texts(ladder.bids)).toEqual(['100.5 4 4', '100 2.5 6.5', '99 1 7.5'])
  expect(ladder).toMatchObject({
    spread: '0.5',
    spreadPercent: '0.4963',
    imbalance: '0.2',
    isCrossed: false,
    leftOut: 0,
  })
})

test('rows with equal prices are merged into one level with an exact sum', () => {
  const ladder = buildLadder([row('0.10', '0.1', null), row('0.1', '0.2', null), row('0.2', '1', null)])
  expect(texts(ladder.asks)).toEqual(['0.1 0.3 0.3', '0.2 1 1.3'])
})

test('a row with both sides gives two levels at one price: the book is locked but not crossed', () => {
  const ladder = buildLadder([row('100', '1', '3')])
  expect(texts(ladder.asks)).toEqual(['100 1 1'])
  expect(texts(ladder.bids)).toEqual(['100 3 3'])
  expect(ladder).toMatchObject({ spread: '0', isCrossed: false, imbalance: '0.5', leftOut: 0 })
})

test('a crossed book is marked as crossed and has a negative spread', () => {
  expect(buildLadder([row('99', '1', null), row('101', null, '1')])).toMatchObject({ spread: '-2', isCrossed: true })
})

test('an empty book has no figures, and a one-sided book has no spread', () => {
  const empty = { spread: null, spreadPercent: null, isCrossed: false, leftOut: 0 }
  expect(buildLadder([])).toEqual({ ...empty, asks: [], bids: [], imbalance: null })
  expect(buildLadder([row('5', null, '2')])).toMatchObject({ ...empty, imbalance: '1' })
  expect(buildLadder([row('5', '2', null)])).toMatchObject({ ...empty, imbalance: '-1' })
})

test('removed rows disappear; unusable rows are left out and counted', () => {
  const ladder = buildLadder([
    row('100', '5', null, 'ACTION_REMOVE'),
    row(null, '5', null),
    row('100', null, null),
    row('100', '0', '0'),
    row('100', '-1', null),
    row('101', '1', null, 'ACTION_OF_TOMORROW'),
    row('102', '1', '0'),
  ])
  expect(texts(ladder.asks)).toEqual(['101 1 1', '102 1 2'])
  expect(ladder.bids).toEqual([])
  expect(ladder.leftOut).toBe(4)
})

test('the spread in percent is unknown for negative prices', () => {
  expect(buildLadder([row('-1', '1', null), row('-2', null, '1')])).toMatchObject({ spread: '1', spreadPercent: null })
})

const decimals = fc
  .tuple(fc.integer({ min: -300, max: 300 }), fc.nat(3))
  .map(([units, places]) => d((units / 10 ** places).toFixed(places)))
const anyRow: fc.Arbitrary<OrderBookRow> = fc.record({
  price: fc.option(decimals, { nil: null }),
  sellSize: fc.option(decimals, { nil: null }),
  buySize: fc.option(decimals, { nil: null }),
  action: fc.constantFrom('ACTION_ADD', 'ACTION_UPDATE', 'ACTION_REMOVE', ''),
  mpid: fc.constant(''),
  at: fc.constant(null),
})

test('for all rows, the levels contain exactly the sizes of the rows', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 40 }), (rows) => {
      const ladder = BookLadder.parse(buildLadder(rows))
      const present = rows.filter(({ action, price }) => action !== 'ACTION_REMOVE' && price !== null)
      for (const [levels, side, direction] of [
        [ladder.asks, 'sellSize', 1],
        [ladder.bids, 'buySize', -1],
      ] as const) {
        const sizes = present.flatMap((bookRow) => bookRow[side] ?? []).filter((size) => compare(size, d('0')) > 0)
        expect(levels.at(-1)?.total ?? '0').toBe(sum(sizes))
        expect(sum(levels.map(({ size }) => size))).toBe(sum(sizes))
        for (const [index, level] of levels.entries()) {
          const before = levels[index - 1]
          if (before) expect(compare(level.price, before.price)).toBe(direction)
        }
      }
      const [ask, bid] = [ladder.asks[0]?.price, ladder.bids[0]?.price]
      expect(ladder.isCrossed).toBe(ask !== undefined && bid !== undefined && compare(bid, ask) > 0)
    }),
  )
})
