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

  test('keeps its pieces without such a row', () => {
    expect(found([trade])).toEqual({})
    expect(found([trade, { ...paid, money: '-1000' }])).toEqual({})
    expect(found([trade, { ...paid, currency: 'RUB' }])).toEqual({})
    expect(found([trade, { ...paid, kind: 'dividend' }])).toEqual({})
    expect(found([trade, { ...paid, days: 6 }])).toEqual({})
    expect(found([trade, { ...paid, symbol: '', currency: 'EUR' }])).toEqual({})
  })
})
