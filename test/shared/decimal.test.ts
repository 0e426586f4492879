import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as decimal from '#shared/decimal.ts'
import { Decimal } from '#shared/model/values.ts'

/** The reference implementation: a number as an integer of 10^-scale. */
const scale = 30n
const unit = 10n ** scale
type Exact = { readonly text: string; readonly units: bigint }

/** Decimal text with up to 12 places and its exact value, calculated without the code under test. */
const exact = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, places]): Exact => {
    const whole = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0')
    const text = places === 0 ? whole : `${whole.slice(0, -places)}.${whole.slice(-places)}`
    return { text: digits < 0n ? `-${text}` : text, units: digits * 10n ** (scale - BigInt(places)) }
  })

function unitsOf(text: string): bigint {
  const [, minus = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const units = BigInt(whole) * unit + BigInt(fraction.padEnd(Number(scale), '0'))
  return minus ? -units : units
}

const parse = (text: string): decimal.Decimal => {
  const value = decimal.parseDecimal(text)
  if (value === null) throw new Error(`not read: ${text}`)
  return value
}
const abs = (value: bigint): bigint => (value < 0n ? -value : value)
const cmp = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

test('text is parsed exactly and normalised', () => {
  fc.assert(
    fc.property(exact, ({ text, units }) => {
      const value = parse(text)
      expect(unitsOf(value)).toBe(units)
      expect(Decimal.safeParse(value).success).toBe(true)
      expect(value).not.toMatch(/^-0(\.0*)?$|\.\d*0$/)
      expect(parse(value)).toBe(value)
    }),
  )
})

test('addition, subtraction, multiplication and comparison are exact', () => {
  fc.assert(
    fc.property(exact, exact, (a, b) => {
      const [x, y] = [parse(a.text), parse(b.text)]
      expect(unitsOf(decimal.add(x, y))).toBe(a.units + b.units)
      expect(unitsOf(decimal.subtract(x, y))).toBe(a.units - b.units)
      expect(unitsOf(decimal.multiply(x, y)) * unit).toBe(a.units * b.units)
      expect(unitsOf(decimal.negate(x))).toBe(-a.units)
      expect(unitsOf(decimal.absolute(x))).toBe(abs(a.units))
      expect(decimal.compare(x, y)).toBe(cmp(a.units, b.units))
      expect(decimal.sign(x)).toBe(cmp(a.units, 0n))
    }),
  )
})

test('a sum is exact and does not depend on the order', () => {
  fc.assert(
    fc.property(fc.array(exact, { maxLength: 20 }), (list) => {
      const total = decimal.sum(list.map(({ text }) => parse(text)))
      expect(unitsOf(total)).toBe(list.reduce((sum, { units }) => sum + units, 0n))
      expect(decimal.sum(list.map(({ text }) => parse(text)).reverse())).toBe(total)
    }),
  )
})

test('division rounds half away from zero', () => {
  fc.assert(
    fc.property(exact, exact, fc.integer({ min: 0, max: 15 }), (a, b, places) => {
      const quotient = decimal.divide(parse(a.text), parse(b.text), places)
      if (b.units === 0n) {
        expect(quotient).toBeNull()
        return
      }
      const shifted = abs(a.units) * 10n ** BigInt(places)
      const rounded = (2n * shifted + abs(b.units)) / (2n * abs(b.units))
      const signed = a.units < 0n !== b.units < 0n ? -rounded : rounded
      expect(unitsOf(quotient ?? '')).toBe(signed * 10n ** (scale - BigInt(places)))
    }),
  )
})

test('toSignificant keeps the size of a number and rounds half away from zero', () => {
  const cases = { '1234.5': '1200', '-1250': '-1300', '0.0456': '0.046', '7': '7', '0': '0', '99.5': '100' }
  for (const [text, rounded] of Object.entries(cases)) expect(decimal.toSignificant(parse(text), 2)).toBe(rounded)
})

test('toPlaces keeps its places and rounds half away from zero', () => {
  fc.assert(
    fc.property(exact, fc.integer({ min: 0, max: 8 }), (a, places) => {
      const shown = decimal.toPlaces(parse(a.text), places)
      const step = 10n ** (scale - BigInt(places))
      const rounded = ((2n * abs(a.units) + step) / (2n * step)) * step
      expect(unitsOf(shown)).toBe(a.units < 0n ? -rounded : rounded)
      expect(shown.split('.')[1]?.length ?? 0).toBe(places)
    }),
  )
  expect(decimal.toPlaces(parse('2.5'), 0)).toBe('3')
  expect(decimal.toPlaces(parse('-2.5'), 0)).toBe('-3')
  expect(decimal.toPlaces(parse('1'), 2)).toBe('1.00')
})

test.each([
  ['5.75349694E8', '575349694'],
  ['1e-7', '0.0000001'],
  ['-1.50E+2', '-150'],
  ['+7', '7'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['1.e3', '1000'],
  ['007.10', '7.1'],
])('%s is read as %s', (text, value) => {
  expect(decimal.parseDecimal(text)).toBe(value)
})

test.each(['-0', '-0.000', '0e5', '-0E-9', '+0', '0e999'])('%s is zero, without a sign', (text) => {
  expect(decimal.parseDecimal(text)).toBe('0')
})

test('no result is a negative zero', () => {
  const minusOne = parse('-1')
  expect(decimal.add(minusOne, parse('1'))).toBe('0')
  expect(decimal.multiply(minusOne, decimal.zero)).toBe('0')
  expect(decimal.negate(decimal.zero)).toBe('0')
  expect(decimal.divide(minusOne, parse('1000'), 2)).toBe('0')
  expect(decimal.toPlaces(parse('-0.004'), 2)).toBe('0.00')
})

test.each([
  '',
  ' ',
  '.',
  '-',
  'e5',
  '1e',
  '1 ',
  ' 1',
  '1,5',
  '0x10',
  'NaN',
  'Infinity',
  '1_000',
  '١',
  '1.2.3',
  '--1',
  '1e1000',
  '1e61',
  '1e-61',
])('text that is not a number or is too large is unknown, never zero: %j', (text) => {
  expect(decimal.parseDecimal(text)).toBeNull()
})

test('very long text is rejected', () => {
  expect(decimal.parseDecimal('9'.repeat(10_000))).toBeNull()
})

test('every parsed value matches the schema of the contract', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[+-]?\d{0,40}\.?\d{0,40}([eE][+-]?\d{1,3})?$/), (text) => {
      const value = decimal.parseDecimal(text)
      if (value !== null) expect(Decimal.safeParse(value).success).toBe(true)
    }),
  )
})

test('any text gives a decimal or null, without an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      decimal.parseDecimal(text)
    }),
  )
})

test('whole numbers become decimals without an exponent', () => {
  expect(decimal.decimalOf(1e21)).toBe('1000000000000000000000')
  expect(decimal.decimalOf(-(2n ** 80n))).toBe(`-${2n ** 80n}`)
  expect(decimal.decimalOf(-0)).toBe('0')
})
