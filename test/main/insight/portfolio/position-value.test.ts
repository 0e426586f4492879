import { expect, test } from 'vitest'
import { valuePosition } from '../../../src/main/insight/position-value.ts'
import { d, makeDetails, makePosition } from './make.ts'

test.each(['EQUITIES', 'FUNDS', 'CURRENCIES'])('%s are worth quantity times price', (type) => {
  const value = valuePosition(makePosition({ quantity: d('3'), currentPrice: d('0.1') }), makeDetails({ type }))
  expect(value).toMatchObject({ value: '0.3', currency: 'USD', isPercentOfFace: false })
})

test('a short is worth less than nothing', () => {
  expect(valuePosition(makePosition({ quantity: d('-2'), currentPrice: d('12.5') }), makeDetails()).value).toBe('-25')
})

test('a price that is known to be zero makes a value of zero', () => {
  expect(valuePosition(makePosition({ currentPrice: d('0') }), makeDetails()).value).toBe('0')
})

test('a bond is worth its price in percent of the face value, in the currency of the face', () => {
  const details = makeDetails({ type: 'BONDS', faceValue: d('1000'), faceCurrency: 'RUB', quoteCurrency: 'USD' })
  expect(valuePosition(makePosition({ quantity: d('7'), currentPrice: d('98.765') }), details)).toMatchObject({
    value: '6913.55',
    currency: 'RUB',
    isPercentOfFace: true,
  })
})

test('a bond without its face value is of unknown worth, and its price stays a percentage', () => {
  const value = valuePosition(makePosition(), makeDetails({ type: 'BONDS', faceValue: null, faceCurrency: 'RUB' }))
  expect(value).toMatchObject({ value: null, isPercentOfFace: true, note: 'The face value is not known' })
})

test('a future has no value, even with everything known', () => {
  const details = makeDetails({ type: 'FUTURES', contractSize: d('10'), lotSize: d('1') })
  expect(valuePosition(makePosition(), details)).toMatchObject({
    value: null,
    currency: 'USD',
    note: 'A future has a margin, not a value',
  })
})

test('an option is worth its price times the contract size, and unknown without that', () => {
  const option = makeDetails({ type: 'OPTIONS', contractSize: d('100') })
  expect(valuePosition(makePosition({ quantity: d('-2'), currentPrice: d('1.05') }), option).value).toBe('-210')
  expect(valuePosition(makePosition(), { ...option, contractSize: null }).value).toBeNull()
})

test.each(['SWAPS', 'SPREADS', 'INDICES', 'OTHER', 'SOMETHING_NEW', ''])(
  'a type that we cannot value is unknown: %j',
  (type) => {
    expect(valuePosition(makePosition(), makeDetails({ type }))).toMatchObject({ value: null, currency: 'USD' })
  },
)

test.each(['EQUITIES', 'BONDS', 'OPTIONS'])(
  '%s without price, quantity or reference data are unknown, never zero',
  (type) => {
    const details = makeDetails({ type, faceValue: d('1000'), contractSize: d('1') })
    expect(valuePosition(makePosition({ currentPrice: null }), details).value).toBeNull()
    expect(valuePosition(makePosition({ quantity: null }), details).value).toBeNull()
    expect(valuePosition(makePosition(), null)).toMatchObject({ value: null, currency: null })
  },
)

test('a missing value always says why', () => {
  for (const details of [
    null,
    makeDetails({ type: 'FUTURES' }),
    makeDetails({ type: 'BONDS' }),
    makeDetails({ type: 'OPTIONS' }),
  ]) {
    expect(valuePosition(makePosition(), details).note.length).toBeGreaterThan(10)
  }
})

test("a bond's currency is that of its face, whether its value is known or not", () => {
  const details = makeDetails({ type: 'BONDS', faceValue: d('1000'), faceCurrency: 'RUB', quoteCurrency: 'USD' })
  for (const position of [makePosition(), makePosition({ currentPrice: null })]) {
    expect(valuePosition(position, details).currency).toBe('RUB')
  }
  expect(valuePosition(makePosition(), { ...details, faceCurrency: null }).currency).toBe('USD')
})
