import { expect, test } from 'vitest'
import {
  changePercent,
  findMovers,
  canBeZero,
  isNeverTraded,
  withoutPrices,
} from '#main/insight/market/quote-change.ts'
import { d, makeQuote, d as decimal } from '../make.ts'

test('the change is the difference of last price and previous close, in percent of the close with two decimals', () => {
  expect(changePercent(makeQuote())).toBe('10')
  expect(changePercent(makeQuote({ last: d('2'), close: d('3') }))).toBe('-33.33')
  expect(changePercent(makeQuote({ last: d('100'), close: d('100') }))).toBe('0')
})

test('the change is unknown if last or close is unknown or the close is not positive', () => {
  expect(changePercent(null)).toBeNull()
  expect(changePercent(makeQuote({ last: null }))).toBeNull()
  expect(changePercent(makeQuote({ close: null }))).toBeNull()
  expect(changePercent(makeQuote({ close: d('0') }))).toBeNull()
  expect(changePercent(makeQuote({ last: d('1'), close: d('-37') }))).toBeNull()
})

test('movers are sorted by absolute change, without unchanged and unknown quotes', () => {
  const quotes = [
    makeQuote({ symbol: 'UP@X', last: d('101') }),
    makeQuote({ symbol: 'DOWN@X', last: d('95') }),
    makeQuote({ symbol: 'STILL@X', last: d('100.001') }),
    makeQuote({ symbol: 'UNKNOWN@X', last: null }),
    makeQuote({ symbol: 'MOST@X', last: d('130') }),
  ]
  expect(findMovers(quotes, (symbol) => ({ name: symbol === 'UP@X' ? 'Up' : null, priceDecimals: 2 }))).toEqual([
    { symbol: 'MOST@X', name: null, priceDecimals: 2, last: '130', changePercent: '30', quoteAt: 1 },
    { symbol: 'DOWN@X', name: null, priceDecimals: 2, last: '95', changePercent: '-5', quoteAt: 1 },
    { symbol: 'UP@X', name: 'Up', priceDecimals: 2, last: '101', changePercent: '1', quoteAt: 1 },
  ])
  expect(findMovers(quotes, () => ({ name: null, priceDecimals: null }), 1)).toHaveLength(1)
})

const zero = decimal('0')

test('if last price, close and volume are all 0, the instrument has never traded', () => {
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
] as const)('with price type %s and instrument type %s the price may be 0: %s', (priceType, type, expected) => {
  expect(canBeZero({ priceType, type })).toBe(expected)
})

test('a quote without prices keeps its bid, ask and time', () => {
  const quote = makeQuote({ last: zero, close: zero, change: zero, volume: zero })
  expect(withoutPrices(quote)).toEqual({ ...quote, last: null, close: null, change: null })
})
