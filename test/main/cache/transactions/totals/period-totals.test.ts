import { afterEach, expect, test } from 'vitest'
import { createTransactionPages } from '#main/cache/transactions/query/pages.ts'
import { periodsBetween, sumPeriods } from '#main/cache/transactions/totals/period-totals.ts'
import { TotalsReader } from '#main/cache/transactions/totals/totals-reader.ts'
import type { TransactionPeriod } from '#shared/model/transaction/history.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { dec, openTestCache } from '../../open-cache.ts'
import { makeTransaction } from '../make-transactions.ts'
import { matches, rowOf, sumNaively } from '../query/naive-filter.ts'
import { RandomHistory } from '../query/random-history.ts'
import { openTransactions } from '../rig.ts'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const everything: TransactionFilter = { conditions: [], text: '' }

function finish(steps: Generator<void, TransactionPeriod[]>): TransactionPeriod[] {
  for (let step = 0; step < 100_000; step += 1) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
  throw new Error('the steps do not end')
}

function open(rows: readonly [account: string, at: number, amount: string][]) {
  const db = openTestCache()
  const transactions = openTransactions(db)
  for (const [index, [account, at, amount]] of rows.entries())
    transactions.upsert(
      account,
      [makeTransaction(String(index), at, { change: { currency: 'RUB', amount: dec(amount) } })],
      1,
    )
  const read = (filter: TransactionFilter, length: 'month' | 'year') =>
    finish(sumPeriods(new TotalsReader(db), createTransactionPages(db), filter, length))
  return { db, read }
}

test('a row belongs to its month in the local time zone, not in UTC', () => {
  process.env['TZ'] = 'Europe/Moscow'
  const { read } = open([
    ['a', Date.UTC(2026, 1, 28, 20, 59, 59), '1.10'],
    ['a', Date.UTC(2026, 1, 28, 21), '2.20'],
    ['a', Date.UTC(2024, 5, 1), '-4.04'],
  ])
  const months = read(everything, 'month')
  expect(months.map(({ from, count, byCurrency }) => [from, count, byCurrency[0]?.amount])).toEqual([
    [Date.UTC(2026, 1, 28, 21), 1, '2.2'],
    [Date.UTC(2026, 0, 31, 21), 1, '1.1'],
    [Date.UTC(2024, 4, 31, 21), 1, '-4.04'],
  ])
  expect(read(everything, 'year').map(({ from, count }) => [from, count])).toEqual([
    [Date.UTC(2025, 11, 31, 21), 2],
    [Date.UTC(2023, 11, 31, 21), 1],
  ])
})

test('a period of the filter cuts the first and the last month', () => {
  process.env['TZ'] = 'UTC'
  const { read } = open([
    ['a', Date.UTC(2026, 0, 5), '1'],
    ['a', Date.UTC(2026, 0, 25), '2'],
    ['a', Date.UTC(2026, 1, 5), '4'],
  ])
  const from = { field: 'period' as const, from: Date.UTC(2026, 0, 20), to: null, isNot: false }
  const months = read({ conditions: [from], text: '' }, 'month')
  expect(months.map(({ byCurrency }) => byCurrency[0]?.amount)).toEqual(['4', '2'])
})

test('periods of any filter add up to its total and equal a naive sum', () => {
  process.env['TZ'] = 'America/New_York'
  const db = openTestCache()
  const transactions = openTransactions(db)
  const history = new RandomHistory(11).rows(400)
  for (const { accountId, transaction } of history) transactions.upsert(accountId, [transaction], 1)
  const allRows = history.map(({ accountId, transaction }) => rowOf(accountId, transaction))
  const filters: TransactionFilter[] = [
    everything,
    { conditions: [{ field: 'category', values: ['TAX'], isNot: false }], text: '' },
    { conditions: [{ field: 'amount', min: dec('0'), max: null, isNot: false }], text: 'name' },
  ]
  for (const filter of filters)
    for (const length of ['month', 'year'] as const) {
      const periods = finish(sumPeriods(new TotalsReader(db), createTransactionPages(db), filter, length))
      const found = allRows.filter((row) => matches(filter, row))
      expect(periods.reduce((count, period) => count + period.count, 0)).toBe(found.length)
      for (const { from, to, count, byCurrency } of periods) {
        const rows = found.filter(({ transaction: { at } }) => (from === null || at >= from) && at < to)
        const naive = sumNaively(rows)
        expect([count, byCurrency]).toEqual([naive.count, naive.byCurrency])
      }
    }
})

test('rows older than the newest 240 periods are one period without a start', () => {
  process.env['TZ'] = 'UTC'
  const periods = periodsBetween(Date.UTC(1990, 0, 1), Date.UTC(2026, 0, 15), 'month')
  expect(periods).toHaveLength(241)
  expect(periods.at(-1)).toEqual({ from: null, to: Date.UTC(2006, 1, 1) })
  expect(periodsBetween(Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 15), 'month')).toHaveLength(1)
})

test('a filter that finds nothing has no periods', () => {
  expect(open([]).read(everything, 'month')).toEqual([])
})
