import { expect, test } from 'vitest'
import { columnPlans } from '#renderer/positions/view/columns.ts'
import type { PositionRow } from '#shared/model/portfolio.ts'
import { dec } from '../fixtures/data.ts'
import { row, held, viewOf } from './view-rows.ts'

test('unknown values are sorted last in both directions', () => {
  const unsorted = [
    row('b', { currentPrice: dec('10') }),
    row('?', { currentPrice: null }),
    row('a', { currentPrice: dec('9.5') }),
  ]
  const order = (direction: 'ascending' | 'descending') =>
    held(unsorted)
      .toSorted(columnPlans.current.order(direction))
      .map(({ symbol }) => symbol)
  expect(order('ascending')).toEqual(['a', 'b', '?'])
  expect(order('descending')).toEqual(['b', 'a', '?'])
})

test('decimals are compared exactly, beyond the precision of a float', () => {
  const unsorted = [
    row('more', { quantity: dec('100000000000000000.2') }),
    row('less', { quantity: dec('100000000000000000.1') }),
  ]
  expect(
    held(unsorted)
      .toSorted(columnPlans.quantity.order('ascending'))
      .map(({ symbol }) => symbol),
  ).toEqual(['less', 'more'])
})

test('amounts are compared only within a currency', () => {
  const unsorted = [
    row('yen', { currency: 'JPY', value: dec('900000') }),
    row('eur', { currency: 'EUR', value: dec('5') }),
    row('more eur', { currency: 'EUR', value: dec('50') }),
    row('?', { currency: 'EUR', value: null }),
  ]
  expect(
    held(unsorted)
      .toSorted(columnPlans.value.order('descending'))
      .map(({ symbol }) => symbol),
  ).toEqual(['more eur', 'eur', 'yen', '?'])
})

test('with a base currency, amounts are compared in the base currency, and the first total is in it', () => {
  const inBase = (symbol: string, currency: string, value: string, base: string | null) =>
    row(symbol, { currency, value: dec(value), valueInBase: base === null ? null : dec(base) })
  const own = [
    inBase('yen', 'JPY', '900000', '500'),
    inBase('eur', 'EUR', '50', '5000'),
    inBase('gbp', 'GBP', '1', null),
    inBase('usd', 'USD', '8', '640'),
  ]
  const view = viewOf(own, 'RUB')
  expect(view.shown.map(({ symbol }) => symbol)).toEqual(['eur', 'usd', 'yen', 'gbp'])
  const sums = view.totals
  expect(sums.map(({ subtotal: { currency, value } }) => [currency, value])).toEqual([
    ['RUB', { amount: '6140', missing: 1 }],
    ['EUR', { amount: '50', missing: 0 }],
    ['GBP', { amount: '1', missing: 0 }],
    ['JPY', { amount: '900000', missing: 0 }],
    ['USD', { amount: '8', missing: 0 }],
  ])
  expect(new Set(sums.map(({ key }) => key)).size).toBe(sums.length)
})

test('amounts that cannot all be compared are sorted within each currency, and the view reports it', () => {
  const dollars = row('usd', { currency: 'USD', dailyPnl: dec('1'), dayInBase: null, name: 'A' })
  const roubles = row('rub', { currency: 'RUB', dailyPnl: dec('90'), dayInBase: null, name: 'B' })
  const converted = [
    { ...dollars, dayInBase: dec('90') },
    { ...roubles, dayInBase: dec('90') },
  ]
  const isApart = (list: PositionRow[], key: string): boolean => {
    const view = viewOf(list)
    view.sort = { key, isDescending: true }
    return view.isSortedByCurrency
  }
  expect(isApart([dollars, roubles], 'day')).toBe(true)
  expect(isApart([dollars, roubles], 'name')).toBe(false)
  expect(isApart([dollars, { ...dollars, symbol: 'other' }], 'day')).toBe(false)
  expect(isApart(converted, 'day')).toBe(false)
  expect(isApart([converted[0]!, roubles], 'day')).toBe(true)
  expect(isApart([dollars, { ...roubles, dailyPnl: null }], 'day')).toBe(false)
})

test('the view reports when amounts of another currency are sorted by the base currency', () => {
  const view = viewOf([row('usd', { currency: 'USD', dailyPnl: dec('1'), dayInBase: dec('80') })], 'RUB')
  view.sort = { key: 'day', isDescending: true }
  expect([view.isSortedInBase, view.isSortedByCurrency]).toEqual([true, false])
  view.sort = { key: 'name', isDescending: false }
  expect(view.isSortedInBase).toBe(false)
})
