import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convert, convertParts } from '#main/insight/currency/convert.ts'
import { multiply, sum } from '#shared/decimal.ts'
import { d } from '../make.ts'
import { makeBook } from './book.ts'

const listed = {
  'USDRUB@FX': { price: '92.4351' },
  'EURUSD@FX': { price: '1.08423' },
  'RUBCNY@FX': { price: '0.0789', name: '(1)' },
}
const book = makeBook('RUB', listed)

test('amounts are converted at the rate; zero and the target currency need no rate', () => {
  expect(convert(d('2'), 'USD', book)).toBe('184.8702')
  expect(convert(d('2.5'), 'RUB', book)).toBe('2.5')
  expect(convert(d('0'), 'GBP', book)).toBe('0')
  expect(convert(d('1'), 'GBP', book)).toBeNull()
  expect(convert(d('1'), null, book)).toBeNull()
  expect(convert(null, 'USD', book)).toBeNull()
})

test('amounts without a rate are listed by currency with their names, and those of unknown currency one by one', () => {
  const part = (name: string, amount: string | null, currency: string | null) => ({
    name,
    currency,
    amount: amount === null ? null : d(amount),
  })
  const parts = [
    part('a', '10', 'RUB'),
    part('b', '1', 'USD'),
    part('c', '3', 'GBP'),
    part('d', '4', 'GBP'),
    part('e', '5', null),
    part('f', '6', null),
    part('g', null, 'USD'),
  ]
  expect(convertParts(parts, book)).toMatchObject({
    currency: 'RUB',
    amount: '102.4351',
    parts: [
      { currency: 'RUB', amount: '10', converted: '10' },
      { currency: 'USD', amount: '1', converted: '92.4351' },
    ],
    rates: [{ currency: 'USD', symbol: 'USDRUB@FX', rate: '92.4351', at: 1 }],
    notConverted: [
      { currency: 'GBP', amount: '7', problem: 'no-instrument', names: ['c', 'd'] },
      { currency: '', amount: '5', problem: 'unknown-currency', names: ['e'] },
      { currency: '', amount: '6', problem: 'unknown-currency', names: ['f'] },
    ],
    missing: ['g'],
  })
})

test('a sum without any converted amount is unknown, not zero', () => {
  expect(convertParts([{ name: 'a', amount: d('1'), currency: 'GBP' }], book).amount).toBeNull()
  expect(convertParts([], book).amount).toBeNull()
})

test('for all amounts, converted parts add up exactly to the converted sum and to the converted amounts', () => {
  const part = fc.record({
    name: fc.constantFrom('a', 'b'),
    amount: fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }).map((units) => d(`${units}e-6`)),
    currency: fc.constantFrom('RUB', 'USD', 'EUR', 'CNY', 'GBP'),
  })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 20 }), (parts) => {
      const total = convertParts(parts, book)
      const amounts = parts.flatMap(({ amount, currency }) => convert(amount, currency, book) ?? [])
      const isEmpty = total.parts.length === 0
      expect(total.amount).toBe(isEmpty ? null : sum(total.parts.map(({ converted }) => converted)))
      if (!isEmpty) expect(sum(amounts)).toBe(total.amount)
      for (const { currency, amount, converted } of total.parts) {
        const rate = total.rates.find((found) => found.currency === currency)
        if (rate !== undefined) expect(multiply(amount, rate.rate)).toBe(converted)
      }
      const added = sum([...total.parts, ...total.notConverted].map(({ amount }) => amount))
      expect(added).toBe(sum(parts.map(({ amount }) => amount)))
    }),
  )
})
