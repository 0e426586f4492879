import { expect, test } from 'vitest'
import { isPartForbidden, marketAccess, micOf } from '#main/insight/market/market-data-permission.ts'

const permit = (over: {
  quoteLevel?: string
  delayMinutes?: number
  mic?: string
  isWorldwide?: boolean
  country?: string
  continent?: string
}) => ({
  quoteLevel: 'QUOTE_LEVEL_DEPTH_OF_MARKET',
  delayMinutes: 0,
  mic: '',
  country: '',
  continent: '',
  isWorldwide: false,
  ...over,
})
const forbidden = 'QUOTE_LEVEL_ACCESS_FORBIDDEN'
const depth = 'QUOTE_LEVEL_DEPTH_OF_MARKET'
const nothingKnown = { quoteLevel: null, delayMinutes: null, isForbidden: false }

test('the most specific permission applies: market, then country, continent, world', () => {
  const all = [
    permit({ isWorldwide: true, delayMinutes: 20 }),
    permit({ continent: 'Europe', delayMinutes: 15 }),
    permit({ country: 'DE', delayMinutes: 10 }),
    permit({ mic: 'XETR', delayMinutes: 1 }),
  ]
  expect(['XETR', 'XFRA', 'XPAR', 'XNGS', '_CRYP'].map((mic) => marketAccess(all, mic).delayMinutes)).toEqual([
    1, 10, 15, 20, 20,
  ])
})

test.each(['JP', 'jp', 'JPN', 'Japan'])('a country may be given as %s', (country) => {
  const list = [permit({ country, quoteLevel: 'QUOTE_LEVEL_LAST_PRICE', delayMinutes: 15 })]
  expect(marketAccess(list, 'XTKS')).toEqual({
    quoteLevel: 'QUOTE_LEVEL_LAST_PRICE',
    delayMinutes: 15,
    isForbidden: false,
  })
  expect(marketAccess(list, 'XNGS')).toEqual(nothingKnown)
})

test.each([
  ['NA', 'XNYS', true],
  ['NORTH_AMERICA', 'XTSE', true],
  ['America', 'BVMF', true],
  ['Asia', 'XHKG', true],
  ['EU', 'MISX', true],
  ['EU', 'XHKG', false],
  ['Atlantis', 'XLON', false],
])('the continent %s contains the market %s: %s', (continent, mic, holds) => {
  expect(marketAccess([permit({ continent })], mic).quoteLevel).toBe(holds ? depth : null)
})

test('access is unknown without a permission for the market', () => {
  expect(marketAccess([], 'XNGS')).toEqual(nothingKnown)
  expect(marketAccess([permit({ country: 'US' })], 'XETR')).toEqual(nothingKnown)
  expect(marketAccess([permit({ country: 'RU' }), permit({ continent: 'EU' })], '#RIDX')).toEqual(nothingKnown)
  expect(marketAccess([permit({})], '')).toEqual(nothingKnown)
})

test('a forbidden market stays forbidden under a worldwide permission', () => {
  const list = [permit({ isWorldwide: true }), permit({ mic: 'XNGS', quoteLevel: forbidden })]
  expect(marketAccess(list, 'XNGS')).toEqual({ quoteLevel: forbidden, delayMinutes: null, isForbidden: true })
})

test('the best of several permissions for a market applies', () => {
  const list = [
    permit({ mic: 'XNGS', delayMinutes: 15 }),
    permit({ mic: 'XNGS', quoteLevel: 'QUOTE_LEVEL_LAST_PRICE', delayMinutes: 5 }),
    permit({ mic: 'XNGS', quoteLevel: forbidden }),
  ]
  expect(marketAccess(list, 'XNGS')).toEqual({ quoteLevel: depth, delayMinutes: 5, isForbidden: false })
})

test.each([
  [forbidden, true, true],
  ['QUOTE_LEVEL_LAST_PRICE', true, false],
  ['QUOTE_LEVEL_BEST_BID_OFFER', true, false],
  [depth, false, false],
  ['QUOTE_LEVEL_DEPTH_OF_BOOK', false, false],
  ['QUOTE_LEVEL_UNSPECIFIED', false, false],
  ['QUOTE_LEVEL_OF_TOMORROW', false, false],
  [null, false, false],
])('level %s forbids the book: %s, the trades: %s; it never forbids reference data', (level, book, trades) => {
  expect(isPartForbidden('book', level)).toBe(book)
  expect(isPartForbidden('trades', level)).toBe(trades)
  expect(isPartForbidden('details', level)).toBe(false)
  expect(isPartForbidden('options', level)).toBe(false)
})

test('the market of a symbol is the part after the last @', () => {
  expect(micOf('A@B@MISX')).toBe('MISX')
  expect(micOf('SPX@#IDX')).toBe('#IDX')
})
