import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDate, readInstant } from '#main/broker/wire/dates.ts'
import { readDecimal } from '#main/broker/wire/decode.ts'
import { readMoney } from '#main/broker/wire/money.ts'
import { parseDecimal, sum, type Decimal } from '#shared/decimal.ts'

test.each([
  ['10.0', '10'],
  ['-28.0', '-28'],
  ['438', '438'],
  ['5.75349694E8', '575349694'],
  ['1.5E-7', '0.00000015'],
  ['0.0', '0'],
  ['-0', '0'],
  ['-0.00', '0'],
  ['007.50', '7.5'],
  ['+3', '3'],
  ['.5', '0.5'],
  ['100', '100'],
  ['1e2', '100'],
  ['', null],
])('decimal text "%s" is %s', (text, value) => {
  expect(readDecimal(text)).toBe(value)
})

test.each(['abc', '1,5', '1.2.3', '--1', 'NaN', 'Infinity', '1e999', '.', '-', ' ', '0x10', '1 000'])(
  '"%s" is not a decimal',
  (text) => {
    expect(readDecimal(text)).toBeUndefined()
  },
)

test('the fast decimal reader gives the same result as the exact parser', () => {
  const digits = fc.stringMatching(/^-?[0-9]{0,12}\.?[0-9]{0,12}([eE][+-]?[0-9]{1,2})?$/)
  fc.assert(
    fc.property(fc.oneof(digits, fc.string({ maxLength: 8 })), (text) => {
      const exact = text === '' ? null : (parseDecimal(text) ?? undefined)
      expect(readDecimal(text)).toBe(exact)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  [{ currency_code: 'RUB', units: '361', nanos: 7_800_000 }, '361.0078'],
  [{ currency_code: 'RUB', units: '-1', nanos: -6_400_000 }, '-1.0064'],
  [{ currency_code: 'USD', units: '0', nanos: -500_000_000 }, '-0.5'],
  [{ currency_code: 'USD', units: '-0', nanos: 0 }, '0'],
  [{ currency_code: 'USD', units: '900', nanos: 0 }, '900'],
  [{ currency_code: 'USD', nanos: 1 }, '0.000000001'],
  [{ currency_code: 'USD', units: '9223372036854775807', nanos: 999_999_999 }, '9223372036854775807.999999999'],
  [{ currency_code: 'USD', units: 5 }, '5'],
])('money %j is read as %s', (raw, amount) => {
  expect(readMoney(raw)).toEqual({ currency: raw.currency_code, amount })
})

test('money without a figure is unknown, not 0', () => {
  for (const raw of [undefined, null, {}, { currency_code: 'RUB' }, { currency_code: 'RUB', units: '' }]) {
    expect(readMoney(raw)).toBeNull()
  }
})

test('money with units that are not an integer is unreadable', () => {
  for (const units of ['1.5', 'x', '1e3', '99999999999999999999'])
    expect(readMoney({ units, nanos: 0 })).toBeUndefined()
})

test.each([
  ['1', -1],
  ['-1', 1],
  ['-9223372036854775807', 999_999_999],
  ['0', 1_000_000_000],
  ['0', -1_000_000_000],
  ['5', 2_000_000_000],
  ['9223372036854775808', 0],
  ['-9223372036854775808', -5],
])('money whose parts disagree or are out of range (%s and %i) is unreadable, not added up', (units, nanos) => {
  expect(readMoney({ currency_code: 'RUB', units, nanos })).toBeUndefined()
})

test('units and nanos of the same sign add up exactly', () => {
  const units = fc.bigInt({ min: 1n - 2n ** 63n, max: 2n ** 63n - 1n })
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 999_999_999 }), (integer, size) => {
      const nanos = integer < 0n ? -size : size
      const expected = sum([String(integer) as Decimal, parseDecimal(`${nanos}e-9`)!])
      expect(readMoney({ currency_code: 'CHF', units: String(integer), nanos })).toEqual({
        currency: 'CHF',
        amount: expected,
      })
    }),
  )
})

test.each([
  ['2025-07-25T20:59:59Z', '2025-07-25T20:59:59.000Z'],
  ['2025-10-02T13:16:04.338Z', '2025-10-02T13:16:04.338Z'],
  ['2025-07-24T08:40:46.838173Z', '2025-07-24T08:40:46.838Z'],
  ['2025-07-24T08:40:46.999999999Z', '2025-07-24T08:40:46.999Z'],
  ['2025-07-24T08:40:46.5Z', '2025-07-24T08:40:46.500Z'],
  ['2025-07-24T11:40:46+03:00', '2025-07-24T08:40:46.000Z'],
  ['2025-07-24T03:10:46-05:30', '2025-07-24T08:40:46.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['2025-01-29', '2025-01-29T00:00:00.000Z'],
])('timestamp %s is %s', (text, utc) => {
  expect(new Date(readInstant(text) ?? NaN).toISOString()).toBe(utc)
})

test.each([
  '2025-02-29T00:00:00Z',
  '2025-13-01T00:00:00Z',
  '2025-07-24T25:00:00Z',
  '2025-07-24 08:40:46',
  '2025-07-24T08:40:46',
  'now',
  '1753346446',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-01:00',
])('%s is not a timestamp', (text) => {
  expect(readInstant(text)).toBeUndefined()
})

test('every written instant is read back unchanged', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(-62_135_596_800_000), max: new Date(253_402_300_799_999), noInvalidDate: true }),
      (at) => {
        expect(readInstant(at.toISOString())).toBe(at.getTime())
      },
    ),
  )
})

test.each([
  [{ year: 2026, month: 3, day: 31 }, '2026-03-31'],
  [{ year: 2026, month: 3, day: 0 }, '2026-03'],
  [{ year: 2026, month: 3 }, '2026-03'],
  [{ year: 2026, month: 0, day: 0 }, '2026'],
  [{ year: 0, month: 3, day: 31 }, null],
  [{}, null],
  [undefined, null],
  [{ year: 2024, month: 2, day: 29 }, '2024-02-29'],
  [{ year: 2025, month: 2, day: 29 }, undefined],
  [{ year: 2025, month: 13, day: 1 }, undefined],
  [{ year: 2025, month: 4, day: 31 }, undefined],
  [{ year: 12025, month: 4, day: 1 }, undefined],
])('date %j is %s', (raw, date) => {
  expect(readDate(raw)).toBe(date)
})
