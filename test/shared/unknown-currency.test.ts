import { expect, test } from 'vitest'
import { hasUnknownCurrency, soleCurrency } from '#shared/unknown-currency.ts'
import { dec } from '../main/cache/open-cache.ts'

test('money of unknown currency is no second currency', () => {
  expect([['RUB', ''], ['', 'RUB', 'RUB'], [''], ['RUB', 'USD', ''], []].map(soleCurrency)).toEqual([
    ...['RUB', 'RUB', '', null, null],
  ])
})

test('an amount of zero without a currency is no money', () => {
  expect(hasUnknownCurrency([{ currency: '', amount: dec('0') }])).toBe(false)
  expect(hasUnknownCurrency([{ currency: '', amount: dec('-2') }])).toBe(true)
})
