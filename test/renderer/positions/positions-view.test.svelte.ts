import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import type { PositionRow } from '../../../src/shared/model/portfolio.ts'
import { columnPlans } from '../../../src/renderer/positions/columns.ts'
import { groupPositions, subtotals } from '../../../src/renderer/positions/grouping.ts'
import { filterPositions, PositionsView } from '../../../src/renderer/positions/positions-view.svelte.ts'
import { dec } from '../fixtures/data.ts'
import { positions } from '../fixtures/portfolio.ts'

const rows = positions(0)
const [sample] = rows
const row = (symbol: string, seed: Partial<PositionRow>): PositionRow => ({ ...sample!, symbol, ...seed })

test('unknown values are sorted last in both directions', () => {
  const unsorted = [
    row('b', { currentPrice: dec('10') }),
    row('?', { currentPrice: null }),
    row('a', { currentPrice: dec('9.5') }),
  ]
  const order = (direction: 'ascending' | 'descending') =>
    unsorted.toSorted(columnPlans.current.order(direction)).map(({ symbol }) => symbol)
  expect(order('ascending')).toEqual(['a', 'b', '?'])
  expect(order('descending')).toEqual(['b', 'a', '?'])
})

test('decimals are compared exactly, beyond the precision of a float', () => {
  const unsorted = [
    row('more', { quantity: dec('100000000000000000.2') }),
    row('less', { quantity: dec('100000000000000000.1') }),
  ]
  expect(unsorted.toSorted(columnPlans.quantity.order('ascending')).map(({ symbol }) => symbol)).toEqual([
    'less',
    'more',
  ])
})

test('amounts are compared only within a currency', () => {
  const unsorted = [
    row('yen', { currency: 'JPY', value: dec('900000') }),
    row('eur', { currency: 'EUR', value: dec('5') }),
    row('more eur', { currency: 'EUR', value: dec('50') }),
    row('?', { currency: 'EUR', value: null }),
  ]
  expect(unsorted.toSorted(columnPlans.value.order('descending')).map(({ symbol }) => symbol)).toEqual([
    'more eur',
    'eur',
    'yen',
    '?',
  ])
})

test('there is one subtotal per currency; amounts of unknown currency are not added', () => {
  const sums = subtotals([
    row('a', { currency: 'USD', value: dec('0.1') }),
    row('b', { currency: 'EUR', value: dec('7') }),
    row('c', { currency: 'USD', value: dec('0.2') }),
    row('d', { currency: null, value: dec('1000') }),
  ])
  expect(sums.map(({ currency, value }) => [currency, value.amount])).toEqual([
    ['EUR', '7'],
    ['USD', '0.3'],
    ['', null],
  ])
})

test('a sum counts missing values, and is unknown if all are missing', () => {
  const [sum] = subtotals([row('a', { value: dec('5'), dailyPnl: null }), row('b', { value: null, dailyPnl: null })])
  expect(sum?.value).toEqual({ amount: '5', missing: 1 })
  expect(sum?.dailyPnl).toEqual({ amount: null, missing: 2 })
})

test('groups contain every position and have one subtotal per currency', () => {
  for (const grouping of ['none', 'account', 'type', 'currency'] as const) {
    const groups = groupPositions(rows, grouping)
    expect(
      groups
        .flatMap((group) => group.rows)
        .map(({ symbol }) => symbol)
        .toSorted(),
    ).toEqual(rows.map(({ symbol }) => symbol).toSorted())
    for (const group of groups) {
      const currencies = new Set(group.rows.map(({ currency }) => currency ?? ''))
      expect(new Set(group.subtotals.map(({ currency }) => currency))).toEqual(currencies)
    }
  }
  expect(groupPositions(rows, 'type').at(-1)?.title).toBe('Unknown type')
})

test('the filter finds rows with every word in name, symbol, type, currency or account', () => {
  const symbols = (filter: string) => filterPositions(rows, filter).map(({ symbol }) => symbol)
  expect(symbols('apple')).toEqual(['AAPL@XNGS'])
  expect(symbols('usd BONDS')).toEqual(['US91282CJL54@XBOND'])
  expect(symbols('trqd05')).toEqual(['ESZ6@XCME'])
  expect(symbols('  ')).toHaveLength(rows.length)
  expect(symbols('apple bonds')).toEqual([])
})

test('the totals cover the filtered rows and say so', () => {
  const stop = $effect.root(() => {
    const view = new PositionsView(() => rows)
    const totals = () => view.lines.filter((line) => line.kind === 'sum')
    expect(totals().map((line) => line.subtotal.currency)).toEqual(['EUR', 'USD', ''])
    expect(totals()[0]).toMatchObject({ title: `Total · ${rows.length}` })
    view.filter = 'vanguard'
    flushSync()
    expect(totals()).toMatchObject([
      { title: `Total · 1 of ${rows.length}`, subtotal: { value: { amount: '11039.8' } } },
    ])
    view.filter = 'no such thing'
    flushSync()
    expect(view.lines).toEqual([])
  })
  stop()
})

test('line keys are unique in every grouping', () => {
  const stop = $effect.root(() => {
    const view = new PositionsView(() => rows)
    for (const grouping of ['none', 'account', 'type', 'currency'] as const) {
      view.grouping = grouping
      const keys = view.lines.map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
    }
  })
  stop()
})

test('with a base currency amounts are compared in it, and the first total is in it', () => {
  const inBase = (symbol: string, currency: string, value: string, base: string | null) =>
    row(symbol, { currency, value: dec(value), valueInBase: base === null ? null : dec(base) })
  const own = [
    inBase('yen', 'JPY', '900000', '500'),
    inBase('eur', 'EUR', '50', '5000'),
    inBase('gbp', 'GBP', '1', null),
    inBase('usd', 'USD', '8', '640'),
  ]
  const view = new PositionsView(
    () => own,
    () => 'RUB',
  )
  expect(view.shown.map(({ symbol }) => symbol)).toEqual(['eur', 'usd', 'yen', 'gbp'])
  const sums = view.lines.flatMap((line) => (line.kind === 'sum' ? [line] : []))
  expect(sums.map(({ subtotal: { currency, value } }) => [currency, value])).toEqual([
    ['RUB', { amount: '6140', missing: 1 }],
    ['EUR', { amount: '50', missing: 0 }],
    ['GBP', { amount: '1', missing: 0 }],
    ['JPY', { amount: '900000', missing: 0 }],
    ['USD', { amount: '8', missing: 0 }],
  ])
  expect(new Set(sums.map(({ key }) => key)).size).toBe(sums.length)
})

test('amounts that cannot all be compared are sorted within each currency, and the view knows it', () => {
  const dollars = row('usd', { currency: 'USD', dailyPnl: dec('1'), dayInBase: null, name: 'A' })
  const roubles = row('rub', { currency: 'RUB', dailyPnl: dec('90'), dayInBase: null, name: 'B' })
  const converted = [
    { ...dollars, dayInBase: dec('90') },
    { ...roubles, dayInBase: dec('90') },
  ]
  const isApart = (held: PositionRow[], key: string): boolean => {
    const view = new PositionsView(() => held)
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
