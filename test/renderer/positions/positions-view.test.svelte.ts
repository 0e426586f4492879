import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import type { PositionRow } from '../../../src/shared/model/portfolio.ts'
import { columnPlans } from '../../../src/renderer/positions/view/columns.ts'
import { groupHoldings, groupings, subtotals } from '../../../src/renderer/positions/view/grouping.ts'
import { foldByInstrument } from '../../../src/renderer/positions/view/holding.ts'
import { filterHoldings, PositionsView } from '../../../src/renderer/positions/view/positions-view.svelte.ts'
import { dec } from '../fixtures/data.ts'
import { positions } from '../fixtures/portfolio.ts'

const rows = positions(0)
const [sample] = rows
const row = (symbol: string, seed: Partial<PositionRow>): PositionRow => ({ ...sample!, symbol, ...seed })
const held = (list: readonly PositionRow[]) => foldByInstrument(list, () => null)
const viewOf = (list: readonly PositionRow[], base: string | null = null) =>
  new PositionsView({ rows: () => list, base: () => base })

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

test('groups contain every position, and have one subtotal per currency', () => {
  for (const grouping of ['account', 'type', 'market', 'currency'] as const) {
    const groups = groupHoldings(held(rows), grouping)
    expect(groups.flatMap((group) => group.rows.map(({ symbol }) => symbol)).toSorted()).toEqual(
      rows.map(({ symbol }) => symbol).toSorted(),
    )
    for (const group of groups) {
      const currencies = new Set(group.rows.map(({ currency }) => currency ?? ''))
      expect(new Set(group.subtotals.map(({ currency }) => currency))).toEqual(currencies)
    }
  }
  expect(groupHoldings(held(rows), 'type').at(-1)?.title).toBe('Unknown type')
  expect(groupHoldings(held(rows), 'market').map(({ title }) => title)).toContain('XNGS')
})

test('the filter finds rows with every word in name, symbol, type, currency or account', () => {
  const symbols = (filter: string) => filterHoldings(held(rows), filter).map(({ symbol }) => symbol)
  expect(symbols('apple')).toEqual(['AAPL@XNGS'])
  expect(symbols('usd BONDS')).toEqual(['US91282CJL54@XBOND'])
  expect(symbols('trqd05')).toEqual(['ESZ6@XCME'])
  expect(symbols('  ')).toHaveLength(rows.length)
  expect(symbols('apple bonds')).toEqual([])
})

test('the totals include only the filtered rows and say so', () => {
  const stop = $effect.root(() => {
    const view = viewOf(rows)
    const totals = () => view.totals
    expect(totals().map((line) => line.subtotal.currency)).toEqual(['EUR', 'USD', ''])
    expect(totals()[0]).toMatchObject({ title: `Total · ${rows.length}` })
    view.filter = 'vanguard'
    flushSync()
    expect(totals()).toMatchObject([
      { title: `Total · 1 of ${rows.length}`, subtotal: { value: { amount: '11039.8' } } },
    ])
    view.filter = 'no such thing'
    flushSync()
    expect([view.lines, view.totals]).toEqual([[], []])
  })
  stop()
})

test('line keys are unique in every grouping', () => {
  const stop = $effect.root(() => {
    const view = viewOf([...rows, { ...sample!, accountId: 'other' }])
    for (const grouping of groupings) {
      view.grouping = grouping
      for (const { key } of view.shown) view.open.add(key)
      const keys = view.lines.map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
    }
  })
  stop()
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

test('a row expands to its accounts; split rows keep their account', () => {
  const list = [sample!, { ...sample!, accountId: 'B' }, row('other', { accountId: 'C' })]
  const view = viewOf(list)
  const shown = () => view.lines.flatMap((line) => (line.kind === 'sum' ? [] : [[line.kind, line.row.symbol]]))
  expect(shown()).toEqual([
    ['holding', 'AAPL@XNGS'],
    ['holding', 'other'],
  ])
  view.toggle('AAPL@XNGS')
  expect(shown()).toEqual([
    ['holding', 'AAPL@XNGS'],
    ...['1900001', 'B'].map(() => ['part', 'AAPL@XNGS']),
    ['holding', 'other'],
  ])
  view.toggle('AAPL@XNGS')
  view.grouping = 'none'
  const accounts = view.shown.map(({ parts }) => parts.map(({ accountId }) => accountId))
  expect(accounts.flat().toSorted()).toEqual(['1900001', 'B', 'C'])
})

test('the total counts instruments, and adds each position once', () => {
  const view = viewOf([sample!, { ...sample!, accountId: 'B' }])
  expect(view.totals).toMatchObject([{ title: 'Total · 1', subtotal: { value: { amount: '54595.2', missing: 0 } } }])
})

test('a bond expands to its bond figures', () => {
  const [bondRow] = rows.filter(({ type }) => type === 'BONDS')
  const view = viewOf([bondRow!])
  view.toggle(bondRow!.symbol)
  expect(view.lines.map(({ kind }) => kind)).toEqual(['holding', 'bond', 'part'])
})

test('the view reports when amounts of another currency are sorted by the base currency', () => {
  const view = viewOf([row('usd', { currency: 'USD', dailyPnl: dec('1'), dayInBase: dec('80') })], 'RUB')
  view.sort = { key: 'day', isDescending: true }
  expect([view.isSortedInBase, view.isSortedByCurrency]).toEqual([true, false])
  view.sort = { key: 'name', isDescending: false }
  expect(view.isSortedInBase).toBe(false)
})
