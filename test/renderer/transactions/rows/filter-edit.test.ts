import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  withCondition,
  withinAccount,
  withinPeriod,
  withoutCondition,
} from '../../../src/renderer/transactions/filter-edit.ts'
import type { FilterCondition, TransactionFilter } from '../../../src/shared/model/transaction-filter.ts'
import { matches, transactionRows } from '../fixtures/transactions.ts'

const rows = transactionRows(300, Date.UTC(2026, 10, 1))
const found = (filter: TransactionFilter) => rows.filter((row) => matches(filter, row))
const category = (isNot: boolean, ...values: string[]): FilterCondition => ({ field: 'category', values, isNot })
const filterOf = (...conditions: FilterCondition[]): TransactionFilter => ({ conditions, text: '' })

test('a changed condition keeps its place, and pushes out its like', () => {
  const filter = filterOf(category(false, 'TAX'), { field: 'trade', isNot: true }, category(true, 'INCOME'))
  expect(withCondition(filter, category(true, 'TAX'), 'category').conditions).toEqual([
    category(true, 'TAX'),
    { field: 'trade', isNot: true },
  ])
  expect(withCondition(filterOf(), category(false, 'TAX')).conditions).toEqual([category(false, 'TAX')])
  expect(withoutCondition(filter, 'not trade').conditions).toHaveLength(2)
})

test('the account in scope narrows any filter to that account', () => {
  const scoped = (filter: TransactionFilter) => found(withinAccount(filter, '1900001'))
  const own = (filter: TransactionFilter) => found(filter).filter(({ accountId }) => accountId === '1900001')
  for (const isNot of [false, true])
    for (const values of [['1900001'], ['TRQD05:989213'], ['1900001', 'TRQD05:989213']]) {
      const filter = filterOf({ field: 'account', values, isNot }, category(false, 'TAX'))
      expect(scoped(filter)).toEqual(own(filter))
    }
  expect(withinAccount(filterOf(), null)).toEqual(filterOf())
})

test('a period within a period is what both hold', () => {
  const end = fc.option(fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2026, 11) }), { nil: null })
  fc.assert(
    fc.property(end, end, end, end, (from, to, from2, to2) => {
      const filter = filterOf({ field: 'period', from, to, isNot: false })
      const both = filterOf({ field: 'period', from: from2, to: to2, isNot: false })
      const expected = found(filter).filter((row) => matches(both, row))
      expect(found(withinPeriod(filter, { from: from2, to: to2 }, 0))).toEqual(expected)
    }),
  )
})

test('a period within one with a name is reckoned from what the name means now', () => {
  const now = new Date(2026, 6, 15, 12).getTime()
  const filter = filterOf({ field: 'period', from: null, to: null, preset: 'month', isNot: false })
  const at = new Date(2026, 6, 10).getTime()
  expect(withinPeriod(filter, { from: at, to: null }, now)).toEqual(
    filterOf({ field: 'period', from: at, to: new Date(2026, 7, 1).getTime(), isNot: false }),
  )
})
