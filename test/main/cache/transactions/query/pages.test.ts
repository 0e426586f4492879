import { expect, test } from 'vitest'
import { createInstruments } from '#main/cache/instruments/instruments.ts'
import type { Db } from '#main/sqlite/db.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { storeInstruments } from '../../instruments/store-instruments.ts'
import { dec, openTestCache } from '../../open-cache.ts'
import { makeTransaction } from '../make-transactions.ts'
import { openTransactions } from '../rig.ts'
import { expectFiltered, instrument, sorted, sum, readAllPages } from './expect-filtered.ts'
import { matches, rowOf } from './naive-filter.ts'

const base = Date.UTC(2026, 0, 31, 22)
/** Adds enough rows that reading from the end of the table cannot fill a page, so every strategy is used. */
function fill(db: Db) {
  const transactions = openTransactions(db)
  const allRows: TransactionRow[] = []
  for (const [index, accountId] of ['a', 'b'].entries()) {
    const rows = Array.from({ length: 6_000 }, (_, i) => {
      const isRare = i % 1_999 === 7
      return makeTransaction(`${i}`, base + (i * 2 + index) * 1_000, {
        name: isRare ? `Редкость №${i}` : `Комиссия ${i % 40}`,
        symbol: i < 900 ? 'SBER@MISX' : 'AAPL@XNAS',
        category: i % 3 === 0 ? 'TAX' : 'OTHERS',
        change:
          i % 11 === 0
            ? null
            : { currency: i < 300 ? 'CNY' : 'RUB', amount: dec(isRare ? '777.77' : `${(i % 5_000) - 2_500}.25`) },
        trade: i % 4 === 0 ? { size: dec('1'), price: dec('2'), accruedInterest: null } : null,
      })
    })
    transactions.upsert(accountId, rows, 1)
    allRows.push(...rows.map((transaction) => rowOf(accountId, transaction)))
  }
  return { transactions, truth: allRows }
}

test('every strategy finds all rows of filters for rare, old, bounded and excluded values', () => {
  const db = openTestCache()
  const { transactions, truth: allRows } = fill(db)
  const is = (field: 'symbol' | 'currency' | 'account' | 'category' | 'kind', ...values: string[]) => ({
    field,
    values,
    isNot: false,
  })
  const amount = (min: string, max: string) => ({
    field: 'amount' as const,
    min: dec(min),
    max: dec(max),
    isNot: false,
  })
  const period = { field: 'period' as const, from: base + 500_500, to: base + 9_000_000, isNot: true }
  const cases: TransactionFilter[] = [
    { conditions: [is('symbol', 'SBER@MISX')], text: '' },
    { conditions: [is('symbol', 'AAPL@XNAS'), amount('777.77', '777.77')], text: '' },
    { conditions: [is('currency', 'CNY'), is('account', 'b')], text: '' },
    { conditions: [amount('777.77', '777.77')], text: '' },
    { conditions: [amount('-2400', '2400'), is('symbol', 'SBER@MISX')], text: '' },
    { conditions: [period, is('category', 'TAX')], text: '' },
    { conditions: [is('kind', 'sell', 'buy'), period], text: '' },
    { conditions: [is('kind', 'tax'), is('symbol', 'SBER@MISX')], text: 'комиссия' },
    { conditions: [{ ...is('kind', 'tax', 'buy', 'commission'), isNot: true }, is('account', 'b')], text: '' },
    { conditions: [], text: 'едкость' },
    { conditions: [], text: 'tax' },
    { conditions: [is('account', 'b'), is('symbol', 'SBER@MISX')], text: 'sell комиссия 1' },
    { conditions: [amount('777', '778')], text: 'unknown' },
    { conditions: [is('account', 'a')], text: 'ре №7' },
    { conditions: [amount('1000', '1100'), { field: 'trade', isNot: true }], text: 'комиссия 1' },
    { conditions: [is('symbol', 'none@XXXX')], text: '' },
  ]
  for (const filter of cases) expectFiltered(db, transactions, allRows, filter, 100)
})

test('a burst with more rows than one millisecond has keys stays inside its period', () => {
  const db = openTestCache()
  const transactions = openTransactions(db)
  const rows = Array.from({ length: 2_500 }, (_, i) => makeTransaction(`b${i}`, base))
  rows.push(makeTransaction('behind', base + 1), makeTransaction('far', base + 60_000))
  transactions.upsert('a', rows, 1)
  const allRows = rows.map((transaction) => rowOf('a', transaction))
  const period = (from: number | null, to: number | null, isNot = false): TransactionFilter => ({
    conditions: [{ field: 'period', from, to, isNot }],
    text: '',
  })
  for (const filter of [period(base, base + 1), period(base + 1, null), period(base, base + 1, true)]) {
    const found = readAllPages(transactions, filter, 'newest', 500)
    expect(sorted(found)).toEqual(sorted(allRows.filter((row) => matches(filter, row))))
    expect(sum(db, filter).count).toBe(found.length)
  }
})

test('a bounded request returns null if it would take too long, and an unbounded request completes', () => {
  const db = openTestCache()
  const transactions = openTransactions(db)
  const rows = Array.from({ length: 21_000 }, (_, i) =>
    makeTransaction(`${i}`, base + i, { name: `Единственная ${i % 3_500}` }),
  )
  transactions.upsert(
    'a',
    [
      ...rows,
      makeTransaction('x', base - 1, {
        name: 'Единственная',
        trade: { size: null, price: null, accruedInterest: null },
      }),
    ],
    1,
  )
  const filter: TransactionFilter = {
    conditions: [{ field: 'amount', min: null, max: null, isNot: true }],
    text: 'единственная',
  }
  const request = { filter, direction: 'newest', after: null, limit: 10 } as const
  expect(transactions.pages.page(request, 'bounded')).toBeNull()
  expect(transactions.pages.page(request, 'unbounded')).toEqual({ rows: [], next: null })
})

test('a search finds a transaction by the current name of its instrument', async () => {
  const db = openTestCache()
  const transactions = openTransactions(db)
  const instruments = createInstruments(db)
  transactions.upsert('a', [makeTransaction('1', base, { symbol: 'SBER@MISX', name: 'Покупка' })], 1)
  const find = (text: string) =>
    readAllPages(transactions, { conditions: [], text }, 'newest', 5).map(({ instrumentName }) => instrumentName)
  expect(find('сбер')).toEqual([])
  await storeInstruments(instruments, [instrument('SBER@MISX', 'Сбербанк')])
  expect(find('СБЕР купка')).toEqual(['Сбербанк'])
  await storeInstruments(instruments, [instrument('SBER@MISX', 'Sberbank')])
  expect([find('сбер'), find('sberb')]).toEqual([[], ['Sberbank']])
})

test('facets are the values in the rows, and a value disappears when its last row changes', () => {
  const transactions = openTransactions(openTestCache())
  transactions.upsert(
    'a',
    [
      makeTransaction('1', base, { symbol: 'SBER@MISX' }),
      makeTransaction('2', base, { category: '', name: 'Entry', change: null }),
    ],
    1,
  )
  expect(transactions.facets()).toEqual({
    accounts: ['a'],
    kinds: ['commission', 'unknown'],
    unknownCount: 1,
    categories: ['COMMISSION'],
    currencies: ['RUB'],
    mics: ['MISX'],
  })
  transactions.upsert('a', [makeTransaction('1', base, { category: 'TAX', change: null, symbol: 'SBER@MISX' })], 1)
  expect(transactions.facets()).toMatchObject({ kinds: ['tax', 'unknown'], categories: ['TAX'], currencies: [] })
})

test('a row is read completely, and an unknown row gives null', () => {
  const transactions = openTransactions(openTestCache())
  const transaction = makeTransaction('1', base)
  transactions.upsert('a', [transaction], 5)
  expect(transactions.get('a', '1')).toEqual({ ...rowOf('a', transaction), fetchedAt: 5 })
  expect([transactions.get('b', '1'), transactions.get('a', '2')]).toEqual([null, null])
})
