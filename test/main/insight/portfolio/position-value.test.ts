import fc from 'fast-check'
import { expect, test } from 'vitest'
import { valuePosition, joinSums, sumByCurrency, sumParts } from '#main/insight/portfolio/position-value.ts'
import { valueNoteWords } from '#shared/text/figures/value-notes.ts'
import { d, makeDetails, makePosition } from '../make.ts'

test.each(['EQUITIES', 'FUNDS', 'CURRENCIES'])('the value of %s is quantity times price', (type) => {
  const value = valuePosition(makePosition({ quantity: d('3'), currentPrice: d('0.1') }), makeDetails({ type }))
  expect(value).toMatchObject({ value: '0.3', currency: 'USD', isPercentOfFace: false })
})

test('the value of a short position is negative', () => {
  expect(valuePosition(makePosition({ quantity: d('-2'), currentPrice: d('12.5') }), makeDetails()).value).toBe('-25')
})

test('a price of zero gives a value of zero', () => {
  expect(valuePosition(makePosition({ currentPrice: d('0') }), makeDetails()).value).toBe('0')
})

test('the value of a bond is its price in percent of the face value, in the currency of the face value', () => {
  const details = makeDetails({ type: 'BONDS', faceValue: d('1000'), faceCurrency: 'RUB', quoteCurrency: 'USD' })
  expect(valuePosition(makePosition({ quantity: d('7'), currentPrice: d('98.765') }), details)).toMatchObject({
    value: '6913.55',
    currency: 'RUB',
    isPercentOfFace: true,
  })
})

test('the value of a bond without a face value is unknown, and its price is still a percentage', () => {
  const value = valuePosition(makePosition(), makeDetails({ type: 'BONDS', faceValue: null, faceCurrency: 'RUB' }))
  expect(value).toMatchObject({ value: null, isPercentOfFace: true, note: { code: 'no-face-value' } })
})

test('a future has no value, even if all its data is known', () => {
  const details = makeDetails({ type: 'FUTURES', marginCurrency: 'USD', contractSize: d('10'), lotSize: d('1') })
  expect(valuePosition(makePosition(), details)).toMatchObject({
    value: null,
    currency: 'USD',
    note: { code: 'future' },
  })
})

test('the value of an option is quantity times price times contract size, and unknown without the contract size', () => {
  const option = makeDetails({ type: 'OPTIONS', contractSize: d('100') })
  expect(valuePosition(makePosition({ quantity: d('-2'), currentPrice: d('1.05') }), option).value).toBe('-210')
  expect(valuePosition(makePosition(), { ...option, contractSize: null }).value).toBeNull()
})

test.each(['SWAPS', 'SPREADS', 'INDICES', 'OTHER', 'SOMETHING_NEW', ''])(
  'the value of a position of this type is unknown: %j',
  (type) => {
    expect(valuePosition(makePosition(), makeDetails({ type }))).toMatchObject({ value: null, currency: 'USD' })
  },
)

test.each(['EQUITIES', 'BONDS', 'OPTIONS'])(
  'the value of %s without price, quantity or reference data is unknown instead of zero',
  (type) => {
    const details = makeDetails({ type, faceValue: d('1000'), contractSize: d('1') })
    expect(valuePosition(makePosition({ currentPrice: null }), details).value).toBeNull()
    expect(valuePosition(makePosition({ quantity: null }), details).value).toBeNull()
    expect(valuePosition(makePosition(), null)).toMatchObject({ value: null, currency: null })
  },
)

test('a missing value always has a note with the reason', () => {
  for (const details of [
    null,
    makeDetails({ type: 'FUTURES' }),
    makeDetails({ type: 'BONDS' }),
    makeDetails({ type: 'OPTIONS' }),
  ]) {
    expect(valueNoteWords(valuePosition(makePosition(), details).note).length).toBeGreaterThan(10)
  }
})

test('the currency of a bond is that of its face value, even if its value is unknown', () => {
  const details = makeDetails({ type: 'BONDS', faceValue: d('1000'), faceCurrency: 'RUB', quoteCurrency: 'USD' })
  for (const position of [makePosition(), makePosition({ currentPrice: null })]) {
    expect(valuePosition(position, details).currency).toBe('RUB')
  }
  expect(valuePosition(makePosition(), { ...details, faceCurrency: null }).currency).toBe('USD')
})

const amount = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
const currency = fc.constantFrom('USD', 'EUR', 'RUB')

test('amounts are added exactly and separately for each currency', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(currency, amount), { maxLength: 30 }), (list) => {
      const sums = sumByCurrency(list.map(([code, units]) => ({ currency: code, amount: d(units.toString()) })))
      expect(new Set(sums.map((entry) => entry.currency)).size).toBe(sums.length)
      for (const entry of sums) {
        const own = list.filter(([code]) => code === entry.currency)
        expect(BigInt(entry.amount)).toBe(own.reduce((total, [, units]) => total + units, 0n))
      }
    }),
  )
})

test('unknown amounts and amounts of unknown currency are listed, not added', () => {
  expect(
    sumParts([
      { name: 'a', amount: d('1'), currency: 'USD' },
      { name: 'b', amount: null, currency: 'USD' },
      { name: 'c', amount: d('2'), currency: null },
      { name: 'd', amount: null, currency: null },
    ]),
  ).toEqual({
    amounts: [{ currency: 'USD', amount: '1' }],
    missing: ['b', 'c', 'd'],
  })
})

test('a sum without any known amount has no amounts instead of zero', () => {
  expect(sumParts([{ name: 'a', amount: null, currency: 'USD' }])).toEqual({ amounts: [], missing: ['a'] })
})

test('joined sums list each missing name once', () => {
  const first = sumParts([
    { name: 'a', amount: null, currency: null },
    { name: 'b', amount: d('0.1'), currency: 'USD' },
  ])
  const second = sumParts([
    { name: 'a', amount: null, currency: null },
    { name: 'c', amount: d('0.2'), currency: 'USD' },
  ])
  expect(joinSums([first, second])).toEqual({ amounts: [{ currency: 'USD', amount: '0.3' }], missing: ['a'] })
  expect(joinSums([])).toEqual({ amounts: [], missing: [] })
})

test('two amounts of unknown currency are never added', () => {
  const unknown = { currency: '', amount: d('2') }
  expect(sumByCurrency([unknown, { currency: 'USD', amount: d('1') }, unknown])).toEqual([
    { currency: 'USD', amount: '1' },
    unknown,
    unknown,
  ])
})

test('the profit of a future that is quoted in another currency than its margin has no known currency', () => {
  const future = (marginCurrency: string | null) =>
    valuePosition(makePosition(), makeDetails({ type: 'FUTURES', quoteCurrency: 'USD', marginCurrency }))
  expect(future('RUB')).toMatchObject({
    value: null,
    currency: null,
    note: { code: 'future-of-two-currencies', quoted: 'USD', margin: 'RUB' },
  })
  expect(future(null)).toMatchObject({ currency: null, note: { code: 'future-of-unknown-currency' } })
  expect(future('USD').currency).toBe('USD')
})

test('a bond is valued in the currency of its payments, and in none if that cannot be read', () => {
  const bond = (faceCurrency: string | null) =>
    valuePosition(
      makePosition({ quantity: d('40'), currentPrice: d('61.5') }),
      makeDetails({ type: 'BONDS', quoteCurrency: 'RUB', faceCurrency, faceValue: d('1000') }),
    )
  expect(bond('RUB')).toMatchObject({ value: '24600', currency: 'RUB' })
  expect(bond(null).currency).toBe('RUB')
  expect(bond('').currency).toBeNull()
})
