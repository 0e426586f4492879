import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCurrency } from '#shared/currency-code.ts'

test.each([
  ['RUB', 'RUB'],
  ['rub', 'RUB'],
  [' usd ', 'USD'],
  ['RUR', 'RUB'],
  ['SUR', 'RUB'],
  ['₽', 'RUB'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₸', 'KZT'],
  ['HK$', 'HKD'],
])('%j is %s', (text, code) => {
  expect(readCurrency(text)).toBe(code)
})

test('a sign of several currencies is decided by the instrument, and is unknown without it', () => {
  expect(readCurrency('$')).toBeNull()
  expect(readCurrency('$', ['USD'])).toBe('USD')
  expect(readCurrency('$', ['HKD'])).toBe('HKD')
  expect(readCurrency('$', ['RUB'])).toBeNull()
  expect(readCurrency('$', ['RUB', 'USD'])).toBe('USD')
  expect(readCurrency('¥', ['CNY'])).toBe('CNY')
  expect(readCurrency('¥', ['JPY'])).toBe('JPY')
  expect(readCurrency('kr', [null])).toBeNull()
})

test('pence and other hundredths are never the whole currency', () => {
  for (const pence of ['GBp', 'GBX', 'gbx', 'GBx']) expect(readCurrency(pence)).toBe('GBX')
  expect(readCurrency('ZAc')).toBe('ZAC')
  expect(readCurrency('USd')).toBe('USd')
  expect(readCurrency('gbp')).toBe('GBP')
})

test('what cannot be read is unknown, never a code of its own', () => {
  for (const text of ['', '%', '?', 'XXX', 'roubles', 'R', '12', 'RUB ₽', 'R'.repeat(300), 'constructor'])
    expect(readCurrency(text)).toBeNull()
})

test('whatever is sent, the result is a code of three letters or unknown, and reading it again changes nothing', () => {
  const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[A-Za-z$€₽¥%]{0,4}$/))
  fc.assert(
    fc.property(texts, fc.option(fc.constantFrom('USD', 'CNY', 'RUB')), (text, quote) => {
      const code = readCurrency(text, [quote])
      expect(code === null || /^[A-Z]{2}[A-Za-z]$/.test(code)).toBe(true)
      if (code !== null) expect(readCurrency(code)).toBe(code)
    }),
  )
})
