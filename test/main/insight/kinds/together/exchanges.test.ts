import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { found, type ShortRow } from './near-row.ts'

describe('money of two currencies', () => {
  const roubles: ShortRow = { id: '1', kind: 'unknown', symbol: '', money: '-90000' }
  const dollars: ShortRow = { id: '2', kind: 'unknown', symbol: '', money: '1000', currency: 'USD' }

  test('is an exchange where it goes and comes within a minute', () => {
    const both = { '1': 'currency-exchange', '2': 'currency-exchange' }
    expect(found([roubles, dollars])).toEqual(both)
    expect(found([roubles, { ...dollars, seconds: 60 }])).toEqual(both)
    expect(
      found([
        { ...roubles, money: '90000' },
        { ...dollars, money: '-1000', seconds: -30 },
      ]),
    ).toEqual(both)
    expect(found([roubles, { ...dollars, kind: 'currency-exchange' }])).toEqual({ '1': 'currency-exchange' })
  })

  test.each<[string, Partial<ShortRow>]>([
    ['later', { seconds: 61 }],
    ['with the same sign', { money: '-1000' }],
    ['of the same currency', { currency: 'RUB' }],
    ['of a known kind', { kind: 'dividend' }],
    ['with pieces', { pieces: '5' }],
    ['without a currency', { currency: '' }],
    ['whose kind the user chose', { isChosen: true }],
  ])('is none if one row is %s', (_, change) => {
    expect(found([roubles, { ...dollars, ...change }])).toEqual({})
  })

  test('is none where a third row fits too', () => {
    expect(found([roubles, dollars, { ...dollars, id: '3', money: '5' }])).toEqual({})
  })
})

describe('transfers of money with neutral names', () => {
  const roubles: ShortRow = { id: '1', kind: 'cash-transfer-out', name: 'Перевод', symbol: '', money: '-90000' }
  const dollars: ShortRow = { ...roubles, id: '2', kind: 'cash-transfer-in', money: '1000', currency: 'USD' }
  const both = { '1': 'currency-exchange', '2': 'currency-exchange' }

  test('are an exchange where one currency goes and another one comes', () => {
    expect(found([roubles, dollars])).toEqual(both)
    expect(found([dollars, { ...roubles, seconds: 60 }])).toEqual(both)
    expect(found([roubles, { ...dollars, kind: 'unknown' }])).toEqual(both)
    expect(found([roubles, { ...dollars, kind: 'currency-exchange' }])).toEqual({ '1': 'currency-exchange' })
  })

  test.each<[string, Partial<ShortRow>]>([
    ['is later', { seconds: 61 }],
    ['is of the same currency', { currency: 'RUB' }],
    ['is called a transfer between accounts', { name: 'Перевод между счетами' }],
    ['names an instrument', { symbol: 'X@M' }],
    ['is a deposit', { kind: 'deposit' }],
    ['is of a kind that the user chose', { isChosen: true }],
  ])('stay transfers if one of them %s', (_, change) => {
    expect(found([roubles, { ...dollars, ...change }])).toEqual({})
  })

  test('stay transfers where money only passes through, and where several fit', () => {
    const back: ShortRow = { ...roubles, id: '3', kind: 'cash-transfer-in', money: '90000', seconds: 20 }
    expect(found([roubles, back, dollars])).toEqual({})
    expect(found([roubles, dollars, { ...dollars, id: '3', money: '5' }])).toEqual({})
  })

  test('are found in any order, with any ids, in several minutes and beside other money', () => {
    const sides = fc.record({
      out: fc.integer({ min: 1, max: 1e6 }),
      in: fc.integer({ min: 1, max: 1e6 }),
      apart: fc.nat(60),
    })
    const anyIds = fc.uniqueArray(fc.nat(), { minLength: 10, maxLength: 10 })
    fc.assert(
      fc.property(fc.array(sides, { minLength: 1, maxLength: 5 }), anyIds, (pairs, numbers) => {
        const ids = numbers.map(String)
        const id = (): string => ids.pop() ?? ''
        const exchanged = pairs.flatMap(({ out, in: into, apart }, index): ShortRow[] => [
          { ...roubles, id: id(), money: String(-out), seconds: index * 600 },
          { ...dollars, id: id(), money: String(into), seconds: index * 600 + apart },
        ])
        const fee: ShortRow = { ...roubles, id: 'fee', kind: 'commission', money: '-1', seconds: 0 }
        const rows = [...exchanged, fee].toSorted((a, b) => (a.id < b.id ? -1 : 1))
        expect(found(rows)).toEqual(Object.fromEntries(exchanged.map((row) => [row.id, 'currency-exchange'])))
      }),
      { numRuns: 60 },
    )
  })
})

describe('a trade of a currency pair', () => {
  const pair = 'USDRUB_TOM@MISX'
  const trade: ShortRow = { id: '1', kind: 'buy', symbol: pair, money: '-90000', size: '1000', price: '90' }
  const paid: ShortRow = { id: '2', kind: 'currency-exchange', symbol: pair, money: '1000', currency: 'USD' }
  const both = { '1': 'currency-exchange 0', '2': 'currency-exchange' }

  test('holds no pieces if the bought currency is money of another row', () => {
    expect(found([trade, paid])).toEqual(both)
    expect(found([trade, { ...paid, kind: 'unknown', days: 2 }])).toEqual(both)
    expect(found([trade, { ...paid, kind: 'buy', seconds: -20 }])).toEqual(both)
    expect(found([trade, { ...paid, symbol: '', seconds: 20 }])).toEqual(both)
    const transfer: ShortRow = { ...paid, kind: 'cash-transfer-in', symbol: '', name: 'Перевод' }
    expect(found([trade, transfer])).toEqual(both)
    expect(found([trade, { ...transfer, money: '999' }])).toEqual({})
    expect(found([trade, { ...paid, kind: 'other-income' }])).toEqual({ ...both, '2': 'currency-exchange' })
    expect(found([trade, { ...paid, kind: 'other-income', symbol: '' }])).toEqual({})
  })

  test('is a sale of currency in the other direction', () => {
    expect(
      found([
        { ...trade, kind: 'sell', money: '90000' },
        { ...paid, money: '-1000' },
      ]),
    ).toEqual(both)
  })

  test('in parts belongs to the sum of their money', () => {
    const parts: ShortRow[] = [
      { ...trade, size: '300', money: '-27000' },
      { ...trade, id: '3', size: '700', money: '-63000', seconds: 10 },
    ]
    expect(found([...parts, { ...paid, seconds: 20 }])).toEqual({ ...both, '3': 'currency-exchange 0' })
    const money: ShortRow[] = [
      { ...paid, money: '400' },
      { ...paid, id: '4', money: '600' },
    ]
    expect(found([trade, ...money])).toEqual({ ...both, '4': 'currency-exchange' })
    expect(Object.keys(found([...parts, ...money]))).toEqual(['1', '2', '3', '4'])
  })

  test('loses a fee from its money only if the other row is known as money of the pair', () => {
    expect(found([trade, { ...paid, money: '998' }])).toEqual(both)
    expect(found([trade, { ...paid, kind: 'unknown', money: '998' }])).toEqual({})
    expect(found([trade, { ...paid, money: '900' }])).toEqual({})
  })

  test('that is an exchange alone has its money in the other row too', () => {
    for (const isChosen of [false, true]) {
      const alone: ShortRow = { ...trade, kind: 'currency-exchange', isChosen }
      expect(found([alone, { ...paid, isChosen }])).toEqual({ ...both, '2': 'currency-exchange' })
      expect(found([alone])).toEqual({})
    }
    expect(found([{ ...trade, isChosen: true }, paid])).toEqual({})
  })

  test('keeps its pieces without such a row', () => {
    expect(found([trade])).toEqual({})
    expect(found([trade, { ...paid, money: '-1000' }])).toEqual({})
    expect(found([trade, { ...paid, currency: 'RUB' }])).toEqual({})
    expect(found([trade, { ...paid, kind: 'dividend' }])).toEqual({})
    expect(found([trade, { ...paid, days: 6 }])).toEqual({})
    expect(found([trade, { ...paid, symbol: '', currency: 'EUR' }])).toEqual({})
  })
})
