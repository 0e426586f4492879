import { expect, test } from 'vitest'
import { withCondition, withinAccount, withoutCondition } from '#renderer/transactions/rows/filter-edit.ts'
import type { FilterCondition, TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { matches } from '../../fixtures/transaction-store.ts'
import { transactionRows } from '../../fixtures/transactions.ts'

const rows = transactionRows(300, Date.UTC(2026, 10, 1))
const found = (filter: TransactionFilter) => rows.filter((row) => matches(filter, row))
const category = (isNot: boolean, ...values: string[]): FilterCondition => ({ field: 'category', values, isNot })
const filterOf = (...conditions: FilterCondition[]): TransactionFilter => ({ conditions, text: '' })

test('an edited condition keeps its position and replaces another condition on the same field', () => {
  const filter = filterOf(category(false, 'TAX'), { field: 'trade', isNot: true }, category(true, 'INCOME'))
  expect(withCondition(filter, category(true, 'TAX'), 'category').conditions).toEqual([
    category(true, 'TAX'),
    { field: 'trade', isNot: true },
  ])
  expect(withCondition(filterOf(), category(false, 'TAX')).conditions).toEqual([category(false, 'TAX')])
  expect(withoutCondition(filter, 'not trade').conditions).toHaveLength(2)
})

test('the selected account limits every filter', () => {
  const scoped = (filter: TransactionFilter) => found(withinAccount(filter, '1900001'))
  const own = (filter: TransactionFilter) => found(filter).filter(({ accountId }) => accountId === '1900001')
  for (const isNot of [false, true])
    for (const values of [['1900001'], ['TRQD05:989213'], ['1900001', 'TRQD05:989213']]) {
      const filter = filterOf({ field: 'account', values, isNot }, category(false, 'TAX'))
      expect(scoped(filter)).toEqual(own(filter))
    }
  expect(withinAccount(filterOf(), null)).toEqual(filterOf())
})
