import { onTestFinished, expect, test } from 'vitest'
import { conflictValueOf } from '#main/computers/computers.ts'
import { conflictsOf } from '#main/computers/merge/conflicts.ts'
import { headsByField } from '#main/computers/merge/heads.ts'
import { idOfRows, textOfRows } from '#main/journal/row-groups.ts'
import { nameItem } from '#main/journal/shared/content.ts'
import { normalize } from '#main/journal/shared/items.ts'
import { RowGroups } from '#main/kinds/row-groups.ts'
import { systemClock } from '#main/time/clock.ts'
import type { Decimal } from '#shared/decimal.ts'
import { freshState, type AlertRule } from '#shared/model/alert.ts'
import type { RowGroup } from '#shared/model/transaction/row-group.ts'
import { deliverAll, SimulatedComputer } from './simulated-computers.ts'

const yearMs = 365 * 86_400_000

function two() {
  const computers = [new SimulatedComputer(1, 2e12), new SimulatedComputer(2, 2e12 - yearMs)] as const
  onTestFinished(() => computers.forEach((computer) => computer.close()))
  return computers
}
const filter = { conditions: [], text: 'tax' }

test('the other computer receives all items', () => {
  const [a, b] = two()
  const { id } = a.journal.watchlists.create('Tech', ['B@X', 'A@X'])
  a.journal.watchlists.setTarget(id, 'A@X', '12.5' as Decimal)
  a.journal.watchlists.setSection(id, 'A@X', 'Later')
  a.journal.views.save({ id: null, name: 'Taxes', filter, direction: 'newest' })
  a.journal.openings.put({ accountId: 'X1', symbol: null, currency: 'USD', amount: '12.50' as Decimal, setAt: 7 })
  a.journal.kinds.set({ scope: 'row', accountId: 'X1', id: 't1' }, 'commission')
  a.journal.bondTerms.put({ symbol: 'B@X', maturesOn: '2033-05-17', changedAt: 7 })
  deliverAll([a, b])
  expect(b.journal.watchlists.list()).toEqual(a.journal.watchlists.list())
  expect(b.journal.watchlists.get(id)).toMatchObject({
    ...{ symbols: ['B@X', 'A@X'], targets: [{ symbol: 'A@X', price: '12.5' }] },
    sections: [{ name: 'Later', symbols: ['A@X'] }],
  })
  expect(b.journal.views.list()).toMatchObject([{ name: 'Taxes', filter }])
  expect(b.journal.openings.list()).toMatchObject([{ accountId: 'X1', currency: 'USD', amount: '12.50' }])
  expect(b.journal.kinds.list()).toMatchObject([{ kind: 'commission' }])
  expect(b.journal.bondTerms.list()).toMatchObject([{ symbol: 'B@X', maturesOn: '2033-05-17' }])
  expect(b.content()).toEqual(a.content())
})

test('targets and sections that computers set on different symbols of a list are all kept', () => {
  const [a, b] = two()
  const { id } = a.journal.watchlists.create('Tech', ['A@X', 'B@X'])
  deliverAll([a, b])
  a.journal.watchlists.setTarget(id, 'A@X', '5' as Decimal)
  b.journal.watchlists.setTarget(id, 'B@X', '7' as Decimal)
  b.journal.watchlists.setSection(id, 'B@X', 'Later')
  deliverAll([a, b])
  expect(a.journal.watchlists.get(id)).toMatchObject({
    targets: [
      { symbol: 'A@X', price: '5' },
      { symbol: 'B@X', price: '7' },
    ],
    sections: [{ name: 'Later', symbols: ['B@X'] }],
  })
  a.journal.watchlists.setTarget(id, 'B@X', null)
  deliverAll([a, b])
  expect(b.journal.watchlists.list()).toEqual(a.journal.watchlists.list())
  expect(b.journal.watchlists.get(id).targets).toEqual([{ symbol: 'A@X', price: '5' }])
})

test('both computers add symbols to a list and both have all symbols; a removal applies on both', () => {
  const [a, b] = two()
  const { id } = a.journal.watchlists.create('Tech', ['A@X', 'B@X'])
  deliverAll([a, b])
  a.journal.watchlists.addSymbol(id, 'C@X')
  b.journal.watchlists.addSymbol(id, 'D@X')
  b.journal.watchlists.removeSymbol(id, 'A@X')
  deliverAll([a, b])
  expect(a.journal.watchlists.get(id).symbols.toSorted()).toEqual(['B@X', 'C@X', 'D@X'])
  expect(b.content()).toEqual(a.content())
})

test('a list that one computer removes while another changes it is kept with all its symbols', () => {
  const [a, b] = two()
  const { id } = a.journal.watchlists.create('Tech', ['A@X', 'B@X'])
  deliverAll([a, b])
  a.journal.watchlists.remove(id)
  b.journal.watchlists.addSymbol(id, 'C@X')
  deliverAll([a, b])
  expect(a.journal.watchlists.get(id).symbols).toEqual(['A@X', 'B@X', 'C@X'])
  expect(b.content()).toEqual(a.content())
})

test('a symbol that one computer removes while the other sets a target is kept as a conflict', () => {
  const [a, b] = two()
  const { id } = a.journal.watchlists.create('Tech', ['A@X', 'B@X'])
  deliverAll([a, b])
  a.journal.watchlists.removeSymbol(id, 'A@X')
  b.journal.watchlists.setTarget(id, 'A@X', '5' as Decimal)
  deliverAll([a, b])
  expect(a.journal.watchlists.get(id)).toMatchObject({
    symbols: ['A@X', 'B@X'],
    targets: [{ symbol: 'A@X', price: '5' }],
  })
  expect(b.content()).toEqual(a.content())
  const conflicts = conflictsOf(headsByField(a.journal.shared.edits()), a.journal.shared.content())
  expect(conflicts).toMatchObject([{ kind: 'symbol', field: 'exists', subject: ['A@X', 'Tech'] }])
})

test('different maturities of a bond are a conflict, and a removal reaches the other computer', () => {
  const [a, b] = two()
  a.journal.bondTerms.put({ symbol: 'B@X', maturesOn: '2033-05-17', changedAt: 1 })
  b.journal.bondTerms.put({ symbol: 'B@X', maturesOn: '2034-05-17', changedAt: 1 })
  deliverAll([a, b])
  const conflicts = conflictsOf(headsByField(a.journal.shared.edits()), a.journal.shared.content())
  expect(conflicts).toMatchObject([{ kind: 'bond', field: 'maturesOn', subject: ['B@X'] }])
  expect(conflicts[0]?.heads.map(({ value }) => value).toSorted()).toEqual(['"2033-05-17"', '"2034-05-17"'])
  expect(conflictValueOf('maturesOn', '"2033-05-17"', new Map())).toEqual({ form: 'date', date: '2033-05-17' })
  expect(b.journal.bondTerms.maturityOf('B@X')).toBe(a.journal.bondTerms.maturityOf('B@X'))

  b.journal.bondTerms.remove('B@X')
  deliverAll([a, b])
  expect(a.journal.bondTerms.list()).toEqual([])
  expect(conflictsOf(headsByField(a.journal.shared.edits()), a.journal.shared.content())).toEqual([])
})

const grouped = (rowIds: string[], costShare: string): RowGroup => ({
  ...{
    id: idOfRows('a', textOfRows(rowIds)),
    accountId: 'a',
    rowIds,
    kind: 'spin-off',
    costShare: costShare as Decimal,
  },
})

test('a group of one computer is on both; different shares of it are a conflict; a removal reaches the other computer', () => {
  const [a, b] = two()
  a.journal.groups.put([grouped(['1', '2'], '0.2')], 1)
  deliverAll([a, b])
  expect(b.journal.groups.list()).toEqual([grouped(['1', '2'], '0.2')])
  a.journal.groups.put([grouped(['1', '2'], '0.25')], 2)
  b.journal.groups.put([grouped(['1', '2'], '0.3')], 2)
  deliverAll([a, b])
  const conflicts = conflictsOf(headsByField(a.journal.shared.edits()), a.journal.shared.content())
  expect(conflicts).toMatchObject([{ kind: 'group', field: 'event', subject: ['a', '1', '2'] }])
  const [value] = conflicts[0]?.heads.map((head) => head.value) ?? []
  expect(conflictValueOf('event', value ?? null, new Map())).toEqual({ form: 'list', items: ['Spin-off', '0.25'] })
  expect(b.journal.groups.list()).toEqual(a.journal.groups.list())
  b.journal.groups.remove([grouped(['1', '2'], '0').id])
  deliverAll([a, b])
  expect(a.journal.groups.list()).toEqual([])
})

test('groups of two computers that share a row are both kept, and the same one has an effect on both', () => {
  const [a, b] = two()
  a.journal.groups.put([grouped(['1', '2'], '0.2')], 1)
  b.journal.groups.put([grouped(['2', '3'], '0.2')], 1)
  deliverAll([a, b])
  const inEffect = ({ journal }: typeof a) =>
    new RowGroups({
      journal,
      clock: systemClock,
      cache: { transactions: {} as never },
      onChange: () => undefined,
    }).inEffect()
  expect(a.journal.groups.list().length).toBe(2)
  expect(inEffect(a).length).toBe(1)
  expect(inEffect(b)).toEqual(inEffect(a))
})

test('a group with rows in another order, or with one row, is not taken from another computer', () => {
  const of = (...rowIds: string[]) =>
    normalize(nameItem('group', 'a', JSON.stringify(rowIds)), new Map([['event', '{"kind":"repo","costShare":null}']]))
  expect([of('2', '1'), of('1'), of('1', '1')]).toEqual([null, null, null])
  expect(of('1', '2')).not.toBeNull()
})

test('a maturity that no calendar has is not taken from another computer', () => {
  const name = nameItem('bond', 'B@X')
  const of = (date: string) => normalize(name, new Map([['maturesOn', JSON.stringify(date)]]))
  expect(['2033-02-30', '2033-05', '1969-12-31', '2200-01-01'].map(of)).toEqual([null, null, null, null])
  expect(of('2033-02-28')).not.toBeNull()
})

const split = { execDate: '2033-05-20', oldRatio: '1' as Decimal, newRatio: '4' as Decimal, isApplied: false }

/** An alert that both computers know. */
function sharedAlert() {
  const [a, b] = two()
  const condition = { kind: 'price', symbol: 'A@X', direction: 'above', threshold: '100' as Decimal } as const
  const rest = { note: '', isEnabled: true, repeats: false, coolDownMinutes: 0, expiresAt: null, createdAt: 1 }
  const rule: AlertRule = { id: 'r1', condition, hysteresis: '8' as Decimal, ...rest }
  const state = freshState(1)
  a.journal.alerts.put([{ rule, state }])
  deliverAll([a, b])
  return { a, b, rule, condition, state }
}

test('an alert that one computer removes stays removed when the app notes or applies a split on the other', () => {
  for (const isApplied of [false, true]) {
    const { a, b, rule, condition, state } = sharedAlert()
    b.journal.alerts.remove(rule.id)
    const scaled = { ...rule, condition: { ...condition, threshold: '25' as Decimal }, hysteresis: '2' as Decimal }
    const splits = [{ ...split, isApplied }]
    a.journal.alerts.put([{ rule: isApplied ? scaled : rule, state: { ...state, splits } }])
    deliverAll([a, b])
    expect(a.journal.alerts.list()).toEqual([])
    expect(b.content()).toEqual(a.content())
  }
})

test('an alert that one computer removes is kept when the user changed its price on the other', () => {
  const { a, b, rule, condition, state } = sharedAlert()
  b.journal.alerts.remove(rule.id)
  const edited = { ...rule, condition: { ...condition, threshold: '26' as Decimal } }
  // The app noted the split after the edit.
  a.journal.alerts.put([{ rule: edited, state: { ...state, splits: [split] } }])
  deliverAll([a, b])
  expect(a.journal.alerts.list()).toMatchObject([{ rule: edited }])
  expect(b.content()).toEqual(a.content())
})

test('an edit replaces the edits that its computer had received, independent of the clocks', () => {
  const [a, b] = two()
  const { id } = a.journal.watchlists.create('Tech')
  deliverAll([a, b])
  // The clock of b is a year behind.
  b.journal.watchlists.rename(id, 'Technology')
  deliverAll([a, b])
  expect(a.journal.watchlists.get(id).name).toBe('Technology')
})

test('a computer that joins a year later overwrites and loses nothing', () => {
  const [a, b] = two()
  a.journal.kinds.set({ scope: 'row', accountId: 'X1', id: 't1' }, 'commission')
  b.journal.kinds.set({ scope: 'row', accountId: 'X1', id: 't2' }, 'tax')
  a.journal.watchlists.create('Watchlist', ['A@X'])
  b.journal.watchlists.create('Watchlist', ['B@X'])
  deliverAll([a, b])
  expect(b.journal.kinds.list().map(({ kind }) => kind)).toEqual(['commission', 'tax'])
  expect(b.journal.watchlists.list().map(({ symbols }) => symbols.join())).toHaveLength(2)
  expect(b.content()).toEqual(a.content())
})

test('a batch that arrives too early waits, and a batch that arrives twice is applied once', () => {
  const [a, b] = two()
  const { id } = a.journal.watchlists.create('One')
  a.check()
  a.journal.watchlists.rename(id, 'Two')
  a.check()
  const [first, second] = a.log()
  b.check(second === undefined ? [] : [second])
  expect(b.journal.watchlists.list()).toEqual([])
  b.check(a.log())
  b.check([...a.log(), ...(first === undefined ? [] : [first])])
  expect(b.journal.watchlists.get(id).name).toBe('Two')
})

test('an item that this version does not know is kept among the edits and does not change the journal', () => {
  const [a] = two()
  a.journal.watchlists.create('One')
  a.check()
  const before = a.content()
  const edits = [
    { item: '["note","1"]', field: 'text', value: '"new"' },
    { item: '["view","v"]', field: 'exists', value: 'true' },
    { item: '["view","v"]', field: 'filter', value: '{"later":1}' },
    { item: 'no name', field: 'exists', value: 'true' },
  ]
  a.check([{ computer: '00000000000000ff', counter: 1, at: 1, seen: {}, edits, values: [] }])
  expect(a.content()).toEqual(before)
  expect([...a.journal.shared.edits()].filter(({ computer }) => computer === '00000000000000ff')).toHaveLength(4)
  a.check()
  expect(a.log()).toHaveLength(1)
})
