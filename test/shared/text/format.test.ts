import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDecimal, type Decimal } from '#shared/decimal.ts'
import { createFormat } from '#shared/text/format.ts'
import { useZones } from '../../fakes/time-zone.ts'
import { dec } from '../../renderer/fixtures/data.ts'

const inZone = useZones()
const en = createFormat({ locale: 'en-GB' })
const de = createFormat({ locale: 'de-DE' })
const fr = createFormat({ locale: 'fr-FR' })
const huge = dec('-12345678901234567890123456789012345678.123456789012345678')

test('an amount beyond the precision of a float keeps every digit', () => {
  expect(en.amount(huge, { places: 18 })).toBe('-12,345,678,901,234,567,890,123,456,789,012,345,678.123456789012345678')
  expect(de.quantity(huge)).toBe('-12.345.678.901.234.567.890.123.456.789.012.345.678,123456789012345678')
})

test('each locale uses its own separators and grouping', () => {
  expect(fr.amount(dec('1234567.5')).replace(/\s/g, '_')).toBe('1_234_567,50')
  expect(createFormat({ locale: 'en-IN' }).amount(dec('1234567.5'))).toBe('12,34,567.50')
  expect(createFormat({ locale: 'de-CH' }).amount(dec('1234567.5'))).toMatch(/^1(?<mark>.)234\k<mark>567\.50$/)
})

test('rounds half away from zero, exactly', () => {
  expect(en.amount(dec('1.005'))).toBe('1.01')
  expect(en.amount(dec('-1.005'))).toBe('-1.01')
  expect(en.amount(dec('0.145'))).toBe('0.15')
})

test('zero never has a minus sign', () => {
  expect(en.amount(dec('-0.001'))).toBe('0.00')
  expect(en.amount(dec('-0.001'), { signed: true })).toBe('0.00')
  expect(en.percent(dec('-0.001'), 2)).toBe('0.00%')
  expect(en.quantity('-0' as Decimal)).toBe('0')
})

test('signed amounts have a plus sign, zero has none', () => {
  expect([dec('5'), dec('-5'), dec('0')].map((value) => en.amount(value, { signed: true, currency: 'USD' }))).toEqual([
    '+5.00\u00a0USD',
    '-5.00\u00a0USD',
    '0.00\u00a0USD',
  ])
})

test('unknown values are shown as "—", never as zero', () => {
  expect([
    en.amount(null, { currency: 'USD' }),
    en.price(null, 2),
    en.quantity(null),
    en.percent(null, 2),
    en.share(null, 1),
    en.share(Number.NaN, 1),
    en.count(null),
    en.date(null),
    en.dateTime(null),
    en.time(null),
    en.age(null),
  ]).toEqual(Array.from({ length: 11 }, () => '—'))
})

test('a currency has its own decimal places, an unknown currency has two', () => {
  expect(en.amount(dec('1200'), { currency: 'JPY' })).toBe('1,200\u00a0JPY')
  expect(en.amount(dec('1.5'), { currency: 'KWD' })).toBe('1.500\u00a0KWD')
  expect(en.amount(dec('1.5'), { currency: 'tokens' })).toBe('1.50\u00a0tokens')
  expect(en.amount(dec('1.5'), { currency: '' })).toBe('1.50')
})

test('a price has its decimals, all digits if they are unknown, and is never rounded to zero', () => {
  expect(en.price(dec('227.4'), 2)).toBe('227.40')
  expect(en.price(dec('171.0833333333'), 2)).toBe('171.08')
  expect(en.price(dec('99.484375'), null)).toBe('99.484375')
  expect(en.price(dec('0.000123'), 2)).toBe('0.00012')
  expect(en.price(dec('0'), 2)).toBe('0.00')
})

test('the digits after the first three significant ones are minor', () => {
  const partsOf = (text: string, decimals: number) => Object.values(en.priceParts(dec(text), decimals)).join('|')
  expect(partsOf('271.35', 2)).toBe('271|.35')
  expect(partsOf('6412.25', 2)).toBe('6,412|.25')
  expect(partsOf('10.845', 3)).toBe('10.8|45')
  expect(partsOf('1.08453', 5)).toBe('1.08|453')
  expect(partsOf('-0.5', 1)).toBe('-0.5|')
  expect(de.priceParts(dec('6412.25'), 2)).toEqual({ major: '6.412', minor: ',25' })
  expect(en.priceParts(null, 2)).toEqual({ major: '—', minor: '' })
})

test('percent is not scaled, a share is multiplied by 100', () => {
  expect(en.percent(dec('-3.12'), 2, { signed: true })).toBe('-3.12%')
  expect(en.share(0.135, 1)).toBe('13.5%')
  expect(de.percent(1.5, 1)).toBe('1,5\u00a0%')
})

test('a calendar date is the same day in every time zone, and shows only the known parts', () => {
  expect(en.date('2026-03-31')).toBe('31 Mar 2026')
  expect(en.date('2026-03')).toBe('Mar 2026')
  expect(en.date('2026')).toBe('2026')
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    inZone(zone)
    expect(createFormat({ locale: 'en-GB' }).date('2026-01-01')).toBe('1 Jan 2026')
  }
})

test('an age is shown in its largest unit and is never negative', () => {
  const ages = [-5000, 12_400, 59_999, 60_000, 3_599_999, 3 * 3_600_000, 47.9 * 3_600_000, 48 * 3_600_000]
  expect(ages.map((ms) => en.age(ms).replace('\u00a0', ' '))).toEqual([
    '0 s',
    '12 s',
    '59 s',
    '1 min',
    '59 min',
    '3 h',
    '47 h',
    '2 d',
  ])
})

test('a malformed locale falls back to the system', () => {
  expect(createFormat({ locale: 'not a locale' }).amount(dec('1'))).toMatch(/^1\D00$/)
})

const anyDecimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 38n }), fc.stringMatching(/^\d{0,20}$/))
  .map(([isNegative, whole, fraction]) =>
    parseDecimal(`${isNegative ? '-' : ''}${whole}${fraction && `.${fraction}`}`)!,
  )

test('a formatted number without its separators has the original digits', () => {
  const withoutSeparators = (text: string) => text.replaceAll('.', '').replace(',', '.')
  fc.assert(
    fc.property(anyDecimal, (value) => {
      expect(withoutSeparators(de.quantity(value))).toBe(value)
      expect(withoutSeparators(de.price(value, null))).toBe(value)
      const places = value.split('.')[1]?.length ?? 0
      expect(withoutSeparators(de.amount(value, { places }))).toBe(value)
      const { major, minor } = de.priceParts(value, null)
      expect(major + minor).toBe(de.price(value, null))
    }),
    { numRuns: 500 },
  )
})
