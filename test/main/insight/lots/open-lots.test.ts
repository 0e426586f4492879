import fc from 'fast-check'
import { expect, it } from 'vitest'
import { OpenLots, type Oversell } from '#main/insight/lots/open-lots.ts'
import { fitsPlaces, formatUnits, parseUnits, placesOf, roundedQuotient } from '#main/insight/lots/units.ts'
import { LotBook } from '#main/known-cases/lot-book.ts'
import { LotMethod } from '#shared/model/ledger/ledger.ts'
import { dec } from '../../cache/open-cache.ts'
import { PlainLotBook } from '../../known-cases/plain-lot-book.ts'

const units = (text: string): bigint => parseUnits(text)!

const anyEvent = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constant('b' as const), fc.integer({ min: 1, max: 90 }), anyMoney()) },
  { weight: 5, arbitrary: fc.tuple(fc.constant('s' as const), fc.integer({ min: 1, max: 90 }), anyMoney()) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('split' as const), fc.integer({ min: 1, max: 7 }), fc.constant('3')) },
)

function anyMoney() {
  return fc.option(
    fc
      .tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 4 }))
      .map(([n, places]) => dec(`${n}e-${places}`)),
    { freq: 12 },
  )
}

it.each(
  LotMethod.options.flatMap((method) => (['short', 'unknown'] as const).map((oversell) => [method, oversell] as const)),
)('the book and the simple implementation have the same lots: %s, %s', (method: LotMethod, oversell: Oversell) => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      const [book, plain] = [new LotBook(method, oversell), new PlainLotBook(method, oversell)]
      for (const [at, [kind, pieces, money]] of events.entries()) {
        const results = [book, plain].map((each) => {
          if (kind === 'split') return each.split(dec(String(pieces)), dec('3'))
          return kind === 'b' ? each.buy(dec(String(pieces)), money, at) : each.sell(dec(String(pieces)), money, at)
        })
        expect(results[0]).toEqual(results[1])
      }
      expect([book.lots, book.unknown, book.quantity, book.cost]).toEqual([
        plain.lots,
        plain.unknown,
        plain.quantity,
        plain.cost,
      ])
    }),
  )
})

it('a book that continues from a saved state equals an uninterrupted one', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LotMethod.options),
      fc.array(fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: 1, max: 999 })), { maxLength: 40 }),
      fc.nat(40),
      (method, trades, pause) => {
        const uninterrupted = new OpenLots(method, 'short')
        let resumed = new OpenLots(method, 'short')
        for (const [at, [pieces, money]] of trades.entries()) {
          if (at === pause) resumed = new OpenLots(method, 'short', resumed.state)
          const change = [BigInt(pieces) * units('1'), BigInt(Math.sign(pieces) * money) * units('0.01'), at] as const
          expect(resumed.trade(...change)).toEqual(uninterrupted.trade(...change))
        }
        expect(resumed.state).toEqual(uninterrupted.state)
      },
    ),
  )
})

it('a book after a split holds exactly the given pieces, and its cost stays the same', () => {
  const book = new OpenLots('fifo', 'short')
  for (const at of [1, 2, 3]) book.trade(units('10'), units('100.01'), at)
  book.split(units('30'), units('10'))
  const { lots } = book.state
  expect(formatUnits(lots.reduce((sum, { quantity }) => sum + quantity, 0n))).toBe('10')
  expect(formatUnits(lots.reduce((sum, { cost }) => sum + cost!, 0n))).toBe('300.03')
  expect(lots.map(({ quantity }) => formatUnits(quantity))).toEqual([
    '3.333333333333',
    '3.333333333333',
    '3.333333333334',
  ])
})

it('a returned part of the cost is realized, and the rest remains the cost of the lots', () => {
  const book = new OpenLots('fifo', 'short')
  book.trade(units('3'), units('2999.99'), 1)
  book.trade(units('1'), units('1000'), 2)
  expect(formatUnits(book.returnCost([{ before: Infinity, numerator: 250n, denominator: 1000n }])!)).toBe('999.9975')
  expect(book.state.lots.map(({ cost }) => formatUnits(cost!))).toEqual(['2249.9925', '750'])
  expect(book.returnCost(null)).toBeNull()
  expect(book.state.lots.map(({ cost }) => cost)).toEqual([null, null])
})

it('many lots that are sold one by one are closed in the order of opening', () => {
  const book = new OpenLots('fifo', 'short')
  for (let at = 0; at < 500; at++) book.trade(units('1'), units('1'), at)
  const closed = Array.from({ length: 400 }, () => book.trade(-units('1'), -units('2'), 999)).flat()
  expect(closed.map(({ openedAt }) => openedAt)).toEqual(Array.from({ length: 400 }, (_, at) => at))
  expect(book.state.lots[0]?.openedAt).toBe(400)
})

it('units have 18 decimals; more decimals give null', () => {
  expect(['12', '-0.5', '10.0', '0.000000000000000001'].map((text) => formatUnits(units(text)))).toEqual([
    '12',
    '-0.5',
    '10',
    '0.000000000000000001',
  ])
  expect(parseUnits('0.0000000000000000001')).toBeNull()
  expect(placesOf(units('-1.250'))).toBe(2)
  expect([0, 1, 2, 3, 18].map((places) => fitsPlaces(units('-1.250'), places))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ])
  expect([units('0.125'), -units('0.125')].map((value) => formatUnits(roundedQuotient(value, 1n, 2)))).toEqual([
    '0.13',
    '-0.13',
  ])
})
