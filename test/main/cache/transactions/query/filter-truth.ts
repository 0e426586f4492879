import { expect } from 'vitest'
import type { StoredPage } from '../../../src/main/cache/transaction-pages.ts'
import { createTransactionTotals } from '../../../src/main/cache/transaction-totals.ts'
import { type Transactions } from '../../../src/main/cache/transactions.ts'
import type { Db } from '../../../src/main/sqlite/db.ts'
import type { TransactionRow } from '../../../src/shared/model/activity.ts'
import type { Instrument } from '../../../src/shared/model/instrument.ts'
import type { TransactionFilter } from '../../../src/shared/model/transaction-filter.ts'
import type { TransactionTotals } from '../../../src/shared/model/transaction-history.ts'
import { matches, sumNaively } from './naive-filter.ts'

/** An equity of this name. */
export const instrument = (symbol: string, name: string): Instrument => ({
  symbol,
  id: symbol,
  ticker: symbol.split('@')[0]!,
  mic: 'M',
  isin: '',
  type: 'EQUITIES',
  name,
  isArchived: false,
})

/** Every row by pages in one direction; bounded. */
export function walk(
  transactions: Transactions,
  filter: TransactionFilter,
  direction: 'newest' | 'oldest',
  limit: number,
) {
  const rows: TransactionRow[] = []
  let after: string | null = null
  for (let turn = 0; turn < 5_000; turn++) {
    const page: StoredPage = transactions.pages.page({ filter, direction, after, limit }, 'unbounded')!
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    rows.push(
      ...page.rows.map(({ accountId, transaction, instrumentName }) => ({ accountId, transaction, instrumentName })),
    )
    if (page.next === null) return rows
    expect(page.rows).toHaveLength(limit)
    after = page.next
  }
  throw new Error('the pages do not end')
}

export function sum(db: Db, filter: TransactionFilter): TransactionTotals {
  const steps = createTransactionTotals(db).steps(filter)
  for (let turn = 0; turn < 1_000; turn++) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
  throw new Error('the sum does not end')
}

export const sorted = <T>(values: readonly T[]): string[] => values.map((value) => JSON.stringify(value)).sort()
const keyOf = ({ accountId, transaction }: TransactionRow): string => `${accountId} ${transaction.id}`

export function expectTruth(
  db: Db,
  transactions: Transactions,
  truth: readonly TransactionRow[],
  filter: TransactionFilter,
  limit = 7,
) {
  const expected = truth.filter((row) => matches(filter, row))
  const newest = walk(transactions, filter, 'newest', limit)
  expect(sorted(newest)).toEqual(sorted(expected))
  expect(walk(transactions, filter, 'oldest', limit).map(keyOf)).toEqual(newest.map(keyOf).reverse())
  expect(newest.map(({ transaction }) => transaction.at)).toEqual(
    newest.map(({ transaction }) => transaction.at).sort((a, b) => b - a),
  )
  const totals = sum(db, filter)
  const naive = sumNaively(expected)
  expect(totals.count).toBe(naive.count)
  expect(sorted(totals.byCurrency.map(ordered))).toEqual(sorted(naive.byCurrency.map(ordered)))
  expect(sorted(totals.byCategory.map(ordered))).toEqual(sorted(naive.byCategory.map(ordered)))
}
const ordered = (value: object) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
