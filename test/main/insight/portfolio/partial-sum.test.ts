import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinSums, sumByCurrency, sumParts } from '../../../../src/main/insight/portfolio/partial-sum.ts'
import { d } from '../make.ts'

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
