import { expect, test } from 'vitest'
import { equityParts, inferCurrency, soleCurrency } from '#main/insight/currency/equity-currency.ts'
import { bySymbol, d, makeAccount, makeDetails, makePosition } from '../make.ts'
import { makeBook } from './book.ts'

const book = makeBook('RUB', { 'USDRUB@FX': { price: '80' } })
const parts = [
  { currency: 'RUB', amount: d('1000') },
  { currency: 'USD', amount: d('10') },
]
const all = ['RUB', 'USD']

test('the currency of equity is the currency in which its parts add up to it within 0.1 %', () => {
  expect(inferCurrency(d('1800'), parts, all, book)).toBe('RUB')
  expect(inferCurrency(d('1801.8'), parts, all, book)).toBe('RUB')
  expect(inferCurrency(d('1803'), parts, all, book)).toBeNull()
  expect(inferCurrency(d('22.5'), parts, all, book)).toBe('USD')
})

test('parts in one currency need no rate', () => {
  expect(inferCurrency(d('1000'), [{ currency: 'RUB', amount: d('1000') }], ['RUB'], null)).toBe('RUB')
})

test('the equity of an account that holds dollars may be in roubles', () => {
  expect(inferCurrency(d('800'), [{ currency: 'USD', amount: d('10') }], all, book)).toBe('RUB')
})

test('the currency is unknown without a rate, for equity of zero, for unknown parts and if two currencies match', () => {
  expect(inferCurrency(d('1800'), parts, all, null)).toBeNull()
  expect(inferCurrency(d('1800'), parts, all, makeBook('RUB', {}))).toBeNull()
  expect(inferCurrency(d('0'), [{ currency: 'RUB', amount: d('0') }], all, book)).toBeNull()
  expect(inferCurrency(d('1800'), null, all, book)).toBeNull()
  expect(inferCurrency(null, parts, all, book)).toBeNull()
  const par = makeBook('RUB', { 'USDRUB@FX': { price: '1.0001' } })
  expect(inferCurrency(d('1010'), parts, all, par)).toBeNull()
})

test('futures count with their unrealized profit; a position of unknown value makes the parts unknown', () => {
  const details = bySymbol(
    makeDetails({ symbol: 'S@X' }),
    makeDetails({ symbol: 'F@X', type: 'FUTURES', quoteCurrency: 'RUB', marginCurrency: 'RUB' }),
  )
  const account = makeAccount({
    cash: [{ currency: 'RUB', amount: d('5') }],
    positions: [
      makePosition({ symbol: 'S@X', quantity: d('2'), currentPrice: d('3') }),
      makePosition({ symbol: 'F@X', unrealizedPnl: d('-7') }),
    ],
  })
  expect(equityParts(account, details)).toEqual([
    { currency: 'RUB', amount: '5' },
    { currency: 'USD', amount: '6' },
    { currency: 'RUB', amount: '-7' },
  ])
  expect(equityParts(makeAccount({ positions: [makePosition({ symbol: 'NEW@X' })] }), details)).toBeNull()
})

test('a position without a market is no part of the sum, because its value is never known', () => {
  const account = makeAccount({
    cash: [{ currency: 'RUB', amount: d('5') }],
    positions: [makePosition({ symbol: 'ABCD', currentPrice: d('0') })],
  })
  expect(equityParts(account, bySymbol())).toEqual([{ currency: 'RUB', amount: '5' }])
})

test('several accounts have a common currency only if all are known and equal; accounts without equity do not count', () => {
  const accountIn = (equity: string | null, currency: string | null, inferred = true) => ({
    equity: equity === null ? null : d(equity),
    equityCurrency: currency === null ? null : { currency, inferred },
  })
  expect(soleCurrency([accountIn('1', 'RUB'), accountIn('2', 'RUB', false)])).toEqual({
    currency: 'RUB',
    inferred: true,
  })
  expect(soleCurrency([accountIn('1', 'RUB', false), accountIn('0', null)])).toEqual({
    currency: 'RUB',
    inferred: false,
  })
  expect(soleCurrency([accountIn('1', 'RUB'), accountIn('2', 'USD')])).toBeNull()
  expect(soleCurrency([accountIn('1', 'RUB'), accountIn('2', null)])).toBeNull()
  expect(soleCurrency([])).toBeNull()
})
