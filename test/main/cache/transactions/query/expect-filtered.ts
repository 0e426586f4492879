import { expect } from 'vitest'
import type { StoredPage } from '#main/cache/transactions/query/pages.ts'
import { RowSeeker, type SeekRequest } from '#main/cache/transactions/query/row-seeker.ts'
import { TotalsReader } from '#main/cache/transactions/totals/totals-reader.ts'
import { type Transactions } from '#main/cache/transactions/transactions.ts'
import type { Db } from '#main/sqlite/db.ts'
import type { Instrument } from '#shared/model/instrument.ts'
import type { TransactionTotals } from '#shared/model/transaction/history.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { matches, sumNaively } from './naive-filter.ts'

/** An equity with this name. */
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

/** Reads every row by pages in one direction; the number of pages is bounded. */
export function readAllPages(
  transactions: Transactions,
  filter: TransactionFilter,
  direction: 'newest' | 'oldest',
  limit: number,
) {
  const rows: TransactionRow[] = []
  let after: string | null = null
  for (let pageIndex = 0; pageIndex < 5_000; pageIndex++) {
    const page: StoredPage = transactions.pages.page({ filter, direction, after, limit }, 'unbounded')!
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    rows.push(
      ...page.rows.map(({ accountId, transaction, instrumentName, instrumentType, kind, kindRule }) => ({
        ...{ accountId, transaction, instrumentName, instrumentType, kind, kindRule },
      })),
    )
    if (page.next === null) return rows
    expect(page.rows).toHaveLength(limit)
    after = page.next
  }
  throw new Error('the pages do not end')
}

export function sum(db: Db, filter: TransactionFilter): TransactionTotals {
  return finish(new TotalsReader(db).steps(filter))
}

export const sorted = <T>(values: readonly T[]): string[] => values.map((value) => JSON.stringify(value)).sort()
const keyOf = ({ accountId, transaction }: TransactionRow): string => `${accountId} ${transaction.id}`

export function expectFiltered(
  db: Db,
  transactions: Transactions,
  allRows: readonly TransactionRow[],
  filter: TransactionFilter,
  limit = 7,
) {
  const expected = allRows.filter((row) => matches(filter, row))
  const newest = readAllPages(transactions, filter, 'newest', limit)
  expect(sorted(newest)).toEqual(sorted(expected))
  expect(readAllPages(transactions, filter, 'oldest', limit).map(keyOf)).toEqual(newest.map(keyOf).reverse())
  expect(newest.map(({ transaction }) => transaction.at)).toEqual(
    newest.map(({ transaction }) => transaction.at).sort((a, b) => b - a),
  )
  const half = newest.length >> 1
  const seeker = new RowSeeker(db)
  for (const rank of [0, half]) expectPosition(seeker, transactions, newest, { filter, direction: 'newest', rank })
  for (const rank of [1, half + 1, newest.length + 3])
    expectPosition(seeker, transactions, newest.toReversed(), { filter, direction: 'oldest', rank })
  const totals = sum(db, filter)
  const naive = sumNaively(expected)
  expect(totals.count).toBe(naive.count)
  expect(sorted(totals.byCurrency.map(ordered))).toEqual(sorted(naive.byCurrency.map(ordered)))
  expect(sorted(totals.byCategory.map(ordered))).toEqual(sorted(naive.byCategory.map(ordered)))
  expect(sorted(totals.byKind.map(ordered))).toEqual(sorted(naive.byKind.map(ordered)))
}

/** The result of a read in steps; the number of steps is bounded. */
function finish<T>(steps: Generator<void, T>): T {
  for (let step = 0; step < 1_000; step++) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
  throw new Error('the steps do not end')
}

/** Checks that the rows before and after a position are adjacent in the list. */
function expectPosition(
  seeker: RowSeeker,
  transactions: Transactions,
  rows: readonly TransactionRow[],
  request: SeekRequest,
) {
  const { filter, direction, rank } = request
  const position = finish(seeker.steps(request))
  expect(position.rank).toBe(Math.min(rank, rows.length))
  expect(position.cursors === null).toBe(position.rank === 0)
  if (position.cursors === null) return
  const { below, above } = position.cursors
  const opposite = direction === 'newest' ? 'oldest' : 'newest'
  const next = transactions.pages.page({ filter, direction, after: below, limit: 3 }, 'unbounded')!.rows
  const previous = transactions.pages.page({ filter, direction: opposite, after: above, limit: 3 }, 'unbounded')!.rows
  const around = [...previous.toReversed(), ...next].map(keyOf)
  expect(around).toEqual(rows.slice(Math.max(0, position.rank - 3), position.rank + 3).map(keyOf))
}

const ordered = (value: object) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
