import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalText, exact, microsText, wireMoney } from '#main/demo/values/wire.ts'
import { absolute, add, divide, multiply, parseDecimal } from '#shared/decimal.ts'

test.each([
  ['10', '10.0'],
  ['-28', '-28.0'],
  ['4344.5', '4344.5'],
  ['0', '0.0'],
  ['575349694', '5.75349694E8'],
  ['10000000', '1.0E7'],
  ['9999999.99', '9999999.99'],
  ['-12345678.5', '-1.23456785E7'],
  ['0.001', '0.001'],
  ['0.00012', '1.2E-4'],
])('%s is printed as %s', (value, printed) => {
  expect(decimalText(exact(value))).toBe(printed)
})

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 9 }))
  .map(([units, places]) => exact(`${units}e-${places}`))

test('every formatted decimal parses back exactly', () => {
  fc.assert(fc.property(decimals, (value) => parseDecimal(decimalText(value)) === value))
})

test('money has units and nanos of the same sign', () => {
  fc.assert(
    fc.property(decimals, (amount) => {
      const { units, nanos } = wireMoney('RUB', amount)
      expect(add(exact(units), divide(exact(String(nanos)), exact('1000000000'), 9)!)).toBe(amount)
      expect(Number(units) * nanos).toBeGreaterThanOrEqual(0)
      expect(Math.abs(nanos)).toBeLessThan(1e9)
    }),
  )
  expect(wireMoney('RUB', exact('-0.25'))).toEqual({ currency_code: 'RUB', units: '0', nanos: -250_000_000 })
  expect(absolute(multiply(exact('-1'), exact('2')))).toBe('2')
})

test('quote timestamps have microseconds', () => {
  expect(microsText(Date.UTC(2025, 6, 24, 8, 40, 46, 838), 173)).toBe('2025-07-24T08:40:46.838173Z')
})
