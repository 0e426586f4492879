import { expect, test } from 'vitest'
import type { Conversion } from '#main/insight/currency/convert.ts'
import { contribute, type StatedProfit } from '#main/insight/day/contribution.ts'
import { sum } from '#shared/decimal.ts'
import { d } from '../make.ts'

const toRoubles: Conversion = {
  currency: 'RUB',
  rateOf: (currency) =>
    currency === 'USD'
      ? { rate: { currency, symbol: 'USDRUB@X', rate: d('90.5'), at: 1, isInverse: false, via: null } }
      : { problem: 'no-instrument', symbol: null },
}
const profit = (symbol: string, amount: string | null, over: Partial<StatedProfit> = {}): StatedProfit => ({
  ...{ symbol, name: null, amount: amount === null ? null : d(amount), currency: 'RUB', day: '2026-11-20' },
  ...over,
})
const amounts = (rows: readonly { readonly symbol: string; readonly amount: string }[]) =>
  rows.map(({ symbol, amount }) => `${symbol} ${amount}`)

test('gains and losses are ranked separately by their amount in one currency', () => {
  const { currency, total, gains, losses } = contribute(
    [
      profit('A', '5'),
      profit('B', '-700'),
      profit('C', '100', { currency: 'USD' }),
      profit('D', '-1'),
      profit('E', '60'),
    ],
    toRoubles,
  )
  expect(currency).toBe('RUB')
  expect(amounts(gains)).toEqual(['C 9050', 'E 60', 'A 5'])
  expect(amounts(losses)).toEqual(['B -700', 'D -1'])
  expect(total).toBe('8414')
})

test('an instrument in several accounts has one row with the sum', () => {
  const { gains } = contribute([profit('A', '5.10'), profit('B', '7'), profit('A', '2')], toRoubles)
  expect(amounts(gains)).toEqual(['A 7.1', 'B 7'])
})

test('the rows and the sum of the others add up exactly to the total', () => {
  const many = Array.from({ length: 30 }, (_, index) => profit(`S${index}`, `${(index - 12) * 3}.0${index % 10}`))
  const { total, gains, losses, others } = contribute([...many, profit('Z', '0.3', { currency: 'USD' })], toRoubles)
  expect([gains.length, losses.length, others.count]).toEqual([4, 4, 23])
  expect(sum([...gains, ...losses, others].map(({ amount }) => amount))).toBe(total)
})

test('if there are no losses, gains use all rows', () => {
  const { gains, losses, others } = contribute(
    Array.from({ length: 12 }, (_, index) => profit(`S${index}`, `${index}`)),
    toRoubles,
  )
  expect([gains.length, losses.length, others.count]).toEqual([8, 0, 4])
})

test('an unknown profit is listed as missing and one without a rate as not converted, and neither is added', () => {
  const result = contribute(
    [
      profit('A', '5'),
      profit('B', null, { name: 'Unstated' }),
      profit('C', '9', { currency: null }),
      profit('D', '7', { currency: 'CHF', name: 'Swiss' }),
    ],
    toRoubles,
  )
  expect(result.total).toBe('5')
  expect(result.missing).toEqual(['Unstated', 'C'])
  expect(result.notConverted).toEqual([{ currency: 'CHF', amount: '7', problem: 'no-instrument', names: ['Swiss'] }])
})

test('without a base currency amounts of several currencies are not added', () => {
  expect(contribute([profit('A', '5'), profit('B', '5', { currency: 'USD' })], null)).toMatchObject({
    ...{ currency: null, total: null, gains: [] },
    sessions: [{ day: '2026-11-20', amount: null, count: 2, names: ['A', 'B'] }],
  })
  const only = [profit('A', '5', { currency: 'USD' }), profit('B', null)]
  expect(contribute(only, null)).toMatchObject({ currency: 'USD', total: '5', missing: ['B'] })
})

test('each session has its part of the profit, latest session first; without the time of a price there is none', () => {
  const { sessions, total } = contribute(
    [
      profit('A', '5'),
      profit('BTC', '-2', { day: '2026-11-22', name: 'Bitcoin' }),
      profit('B', '-40'),
      profit('ETH', '1', { day: '2026-11-22' }),
      profit('C', '9', { day: null }),
    ],
    toRoubles,
  )
  expect(sessions).toEqual([
    { day: '2026-11-22', amount: '-1', count: 2, names: ['Bitcoin', 'ETH'] },
    { day: '2026-11-20', amount: '-35', count: 2, names: ['B', 'A'] },
  ])
  expect(total).toBe('-27')
})
