import { expect, test } from 'vitest'
import { canBeZero, isNeverTraded, withoutPrices } from '../../../../src/main/insight/market/never-traded.ts'
import { d as decimal, makeQuote } from '../make.ts'

const zero = decimal('0')

test('a quote whose last price, close and volume are all 0 is of an instrument that never traded', () => {
  expect(isNeverTraded(makeQuote({ last: zero, close: zero, volume: decimal('0.0') }))).toBe(true)
  expect(isNeverTraded(makeQuote({ last: zero, close: zero, volume: decimal('5') }))).toBe(false)
  expect(isNeverTraded(makeQuote({ last: zero, close: decimal('1.5'), volume: zero }))).toBe(false)
  expect(isNeverTraded(makeQuote({ last: null, close: zero, volume: zero }))).toBe(false)
})

test.each([
  ['POSITIVE', 'SPREADS', false],
  ['NON_NEGATIVE', 'EQUITIES', true],
  ['ANY', null, true],
  ['UNKNOWN', 'EQUITIES', false],
  ['UNKNOWN', 'FUTURES', true],
  [null, 'SPREADS', true],
  [null, 'BONDS', false],
  [null, null, false],
] as const)('price type %s of type %s may be 0: %s', (priceType, type, expected) => {
  expect(canBeZero({ priceType, type })).toBe(expected)
})

test('a quote without prices keeps its bid, ask and time', () => {
  const quote = makeQuote({ last: zero, close: zero, change: zero, volume: zero })
  expect(withoutPrices(quote)).toEqual({ ...quote, last: null, close: null, change: null })
})
