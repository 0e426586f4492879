import fc from 'fast-check'
import { expect, test } from 'vitest'
import { otherSideOf, tradedMoney } from '#main/insight/ledger/other-side.ts'
import { formatUnits } from '#main/insight/lots/units.ts'
import { makeRow } from './make-row.ts'

const exchange = (symbol: string, money: string, size: string, price?: string, currency = 'RUB') =>
  makeRow('currency-exchange', { symbol, money, currency, trade: { size, ...(price !== undefined && { price }) } })
const other = (row: ReturnType<typeof makeRow>): string | null => {
  const found = otherSideOf(row)
  return found && `${formatUnits(found.money)} ${found.currency}`
}

test('an exchange in one row receives or gives its size in the first currency of the pair', () => {
  expect(other(exchange('USDRUB_TOM@MISX', '-92000', '1000', '92'))).toBe('1000 USD')
  expect(other(exchange('USD000UTSTOM@MISX', '38000', '400', '95'))).toBe('-400 USD')
  expect(other(exchange('CNYRUB_TOM@MISX', '-1300', '100'))).toBe('100 CNY')
  expect(other(exchange('EURUSD@FX', '-110.5', '100', '1.1', 'USD'))).toBe('100 EUR')
  // A price for 100 tenge.
  expect(other(exchange('KZTRUB_TOM@MISX', '-1900', '10000', '19'))).toBe('10000 KZT')
})

test.each([
  ['of another currency than that of the pair', exchange('USDRUB_TOM@MISX', '-1000', '1000', '1', 'USD')],
  ['of an instrument that is no pair', exchange('SBER@MISX', '-92000', '1000', '92')],
  ['with a size in lots', exchange('USDRUB_TOM@MISX', '-92000', '1', '92')],
  ['whose other currency is money of another row', exchange('USDRUB_TOM@MISX', '-92000', '0', '92')],
  ['without a trade', makeRow('currency-exchange', { symbol: 'USDRUB_TOM@MISX', money: '1000', currency: 'USD' })],
  ['of another kind', { ...exchange('USDRUB_TOM@MISX', '-92000', '1000', '92'), kind: 'buy' as const }],
])('there is no other side of a row %s', (_, row) => expect(other(row)).toBe(null))

test('a purchase and a sale of the same size cancel each other exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 1e6 }), (size, price) => {
      const row = (sign: '' | '-') =>
        exchange('USDRUB_TOM@MISX', `${sign}${BigInt(size) * BigInt(price)}`, String(size), String(price))
      const [bought, sold] = [tradedMoney(row('-')), tradedMoney(row(''))]
      expect((bought?.money ?? 1n) + (sold?.money ?? 1n)).toBe(0n)
    }),
  )
})
