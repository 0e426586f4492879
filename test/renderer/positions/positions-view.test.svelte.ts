import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import { groupHoldings, groupings, subtotals } from '#renderer/positions/view/grouping.ts'
import { filterHoldings } from '#renderer/positions/view/positions-view.svelte.ts'
import { dec } from '../fixtures/data.ts'
import { rows, row, held, sample, viewOf } from './view-rows.ts'

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
    expect(totals()[0]).toMatchObject({ title: `All positions · ${rows.length}` })
    view.filter = 'vanguard'
    flushSync()
    expect(totals()).toMatchObject([
      { title: `Positions · 1 of ${rows.length}`, subtotal: { value: { amount: '11039.8' } } },
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
  expect(view.totals).toMatchObject([
    { title: 'All positions · 1', subtotal: { value: { amount: '54595.2', missing: 0 } } },
  ])
})

test('a bond expands to its facts: in one line, or in a narrow table one per line', () => {
  const [bondRow] = rows.filter(({ type }) => type === 'BONDS')
  const view = viewOf([bondRow!])
  view.toggle(bondRow!.symbol)
  expect(view.lines.map(({ kind }) => kind)).toEqual(['holding', 'bond', 'part'])
  const narrow = viewOf([bondRow!], null, true)
  narrow.toggle(bondRow!.symbol)
  const facts = narrow.lines.flatMap((line) => (line.kind === 'bond' ? [line.fact] : []))
  expect(facts).toEqual(['coupon', 'accrued', 'yield', 'maturity'])
  expect(new Set(narrow.lines.map(({ key }) => key)).size).toBe(narrow.lines.length)
})

test('a filter does not change the amounts for which the columns are wide enough, unless its total is larger', () => {
  const view = viewOf([
    row('ONE', { currency: 'USD', value: dec('1234567890.12') }),
    row('TWO', { currency: 'USD', value: dec('-1234567000') }),
    row('THREE', { currency: 'USD', value: dec('7') }),
  ])
  const values = () => view.amounts.map(({ value }) => value)
  expect(values()).toEqual(['1234567890.12', '-1234567000', '7', '897.12'])
  view.filter = 'THREE'
  flushSync()
  expect(values()).toEqual(expect.arrayContaining(['1234567890.12', '-1234567000', '7', '897.12']))
  view.filter = 'ONE'
  flushSync()
  expect(values().at(-1)).toBe('1234567890.12')
})
