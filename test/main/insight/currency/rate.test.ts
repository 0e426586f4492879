import { expect, test } from 'vitest'
import { makeBook } from './book.ts'

test('a direct rate is the price of the instrument', () => {
  const book = makeBook('RUB', { 'USDRUB@FX': { price: '92.435', at: 7 } })
  expect(book.rateOf('USD')).toEqual({
    rate: { currency: 'USD', symbol: 'USDRUB@FX', rate: '92.435', at: 7, isInverse: false, via: null },
  })
})

test('an inverse rate is 1 divided by the price, with 24 decimal places', () => {
  const book = makeBook('USD', { 'USDRUB@FX': { price: '80' }, 'USDJPY@FX': { price: '149.32' } })
  expect(book.rateOf('RUB')).toMatchObject({ rate: { rate: '0.0125', isInverse: true } })
  expect(book.rateOf('JPY')).toMatchObject({ rate: { rate: '0.00669702652022502009108' } })
})

test('a rate through another currency is the product of two rates and has the time of the older price', () => {
  const book = makeBook('RUB', { 'GBPUSD@FX': { price: '1.25', at: 3 }, 'USDRUB@FX': { price: '80', at: 9 } })
  expect(book.rateOf('GBP')).toEqual({
    rate: {
      ...{ currency: 'GBP', symbol: 'GBPUSD@FX', rate: '100', at: 3, isInverse: false },
      via: { currency: 'USD', symbol: 'USDRUB@FX', isInverse: false },
    },
  })
  expect(book.symbolsOf('GBP')).toEqual(['GBPUSD@FX', 'USDRUB@FX'])
})

test('a price for 100 units is divided by 100', () => {
  const name = 'Казахстанский тенге (100)'
  expect(makeBook('RUB', { 'KZTRUB_TOM@MISX': { price: '17.945', name } }).rateOf('KZT')).toMatchObject({
    rate: { rate: '0.17945' },
  })
  expect(makeBook('KZT', { 'KZTRUB_TOM@MISX': { price: '20', name } }).rateOf('RUB')).toMatchObject({
    rate: { rate: '5' },
  })
})

test('an instrument of unknown units is not used if another route exists, and is named in the problem if none does', () => {
  const yen = { 'JPYRUB_TOM@MISX': { price: '62' } }
  const others = { 'USDJPY@FX': { price: '150' }, 'USDRUB@FX': { price: '90' } }
  expect(makeBook('RUB', yen).rateOf('JPY')).toEqual({ problem: 'unknown-units', symbol: 'JPYRUB_TOM@MISX' })
  expect(makeBook('RUB', { ...yen, ...others }).rateOf('JPY')).toMatchObject({
    rate: { symbol: 'USDJPY@FX', via: { symbol: 'USDRUB@FX' } },
  })
  const chosen = { JPY: { symbol: 'JPYRUB_TOM@MISX', units: 100 } }
  expect(makeBook('RUB', { ...yen, ...others }, chosen).rateOf('JPY')).toMatchObject({ rate: { rate: '0.62' } })
})

test.each([
  ['no-instrument', {}, []],
  ['no-price', { 'USDRUB@FX': { price: '0' } }, []],
  ['no-price', { 'USDRUB@FX': { price: '-1' } }, []],
  ['no-price', { 'USDRUB@FX': { price: null } }, []],
  ['not-read', { 'USDRUB@FX': {} }, []],
  ['not-read', { 'USDRUB@FX': { price: '90', quoteCurrency: null } }, []],
  ['other-currency', { 'USDRUB@FX': { price: '90', quoteCurrency: 'USD' } }, []],
  ['refused', { 'USDRUB@FX': { price: '90' } }, ['USDRUB@FX']],
] as const)('there is no rate: %s', (problem, listed, refused) => {
  expect(makeBook('RUB', listed, {}, refused).rateOf('USD')).toMatchObject({ problem })
})

test('a pair without a settlement day comes first, and a pair without a price comes last', () => {
  const listed = { 'USDRUB_TOD@M': { price: '3' }, 'USDRUB_TOM@M': { price: '2' }, 'USDRUB@FX': { price: '1' } }
  expect(makeBook('RUB', listed).symbolsOf('USD')).toEqual(['USDRUB@FX'])
  expect(makeBook('RUB', { ...listed, 'USDRUB@FX': { price: '0' } }).symbolsOf('USD')).toEqual(['USDRUB_TOM@M'])
  expect(makeBook('RUB', listed, {}, ['USDRUB@FX']).symbolsOf('USD')).toEqual(['USDRUB_TOM@M'])
})

test('a known rate is used until the price of a better instrument is read, and the prices of both are requested', () => {
  const listed = { 'USDRUB_TOM@M': { price: '2' }, 'USDRUB@FX': {} }
  const book = makeBook('RUB', listed)
  expect(book.rateOf('USD')).toMatchObject({ rate: { symbol: 'USDRUB_TOM@M', rate: '2' } })
  expect(book.symbolsOf('USD')).toEqual(['USDRUB@FX', 'USDRUB_TOM@M'])
  const read = makeBook('RUB', { ...listed, 'USDRUB@FX': { price: '3' } })
  expect(read.rateOf('USD')).toMatchObject({ rate: { symbol: 'USDRUB@FX', rate: '3' } })
  expect(read.symbolsOf('USD')).toEqual(['USDRUB@FX'])
})

test('the chosen instrument is used even if it has no price, and no other one replaces it', () => {
  const listed = { 'USDRUB@FX': { price: '1' }, 'USDRUB_TOM@M': { price: '0' } }
  const book = makeBook('RUB', listed, { USD: { symbol: 'USDRUB_TOM@M', units: null } })
  expect(book.rateOf('USD')).toEqual({ problem: 'no-price', symbol: 'USDRUB_TOM@M' })
  expect(book.candidatesOf('USD').map(({ symbol }) => symbol)).toEqual(['USDRUB@FX', 'USDRUB_TOM@M'])
})
