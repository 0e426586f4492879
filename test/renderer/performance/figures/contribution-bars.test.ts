import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contributionBars, type Contribution } from '#renderer/performance/figures/contribution-bars.ts'
import { sum } from '#shared/decimal.ts'
import { dec } from '../../fixtures/data.ts'

const contributions = (...amounts: string[]): Contribution[] =>
  amounts.map((amount, index) => ({ symbol: `S${index}@X`, name: null, amount: dec(amount) }))

test('the largest contributions are shown, gains first; the others are one group with their sum', () => {
  const { shown, others, total } = contributionBars(contributions('5', '-80', '100', '3', '-1'), 2)
  expect(shown.map(({ amount, share }) => [amount, share])).toEqual([
    ['100', 1],
    ['-80', 0.8],
  ])
  expect(others?.total).toMatchObject({ amount: '7', share: 0.07 })
  expect(others?.bars.map(({ amount }) => amount)).toEqual(['5', '3', '-1'])
  expect(total).toBe('27')
})

test('a single remaining contribution is shown without a group', () => {
  expect(contributionBars(contributions('3', '2', '1'), 2).others).toBeNull()
})

test('empty sums and zeros have no width', () => {
  expect(contributionBars([], 5)).toEqual({ shown: [], others: null, total: '0' })
  expect(contributionBars(contributions('0', '0'), 5).shown.map(({ share }) => share)).toEqual([0, 0])
})

test('the parts add up exactly to the total, and no share is above 1', () => {
  const amounts = fc.array(
    fc
      .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.nat(9))
      .map(([units, places]) => `${units}e-${places}`),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(amounts, fc.nat(12), (list, count) => {
      const { shown, others, total } = contributionBars(contributions(...list), count)
      const parts = [...shown, ...(others === null ? [] : [others.total])]
      expect(sum(parts.map(({ amount }) => amount))).toBe(total)
      expect(parts.every(({ share }) => share >= 0 && share <= 1)).toBe(true)
    }),
  )
})
