import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createInstruments } from '../../../src/main/cache/instruments.ts'
import type { StoredPage } from '../../../src/main/cache/transaction-pages.ts'
import { createTransactionTotals } from '../../../src/main/cache/transaction-totals.ts'
import { createTransactions, type Transactions } from '../../../src/main/cache/transactions.ts'
import type { Db } from '../../../src/main/sqlite/db.ts'
import { parseDecimal } from '../../../src/shared/decimal.ts'
import type { TransactionRow } from '../../../src/shared/model/activity.ts'
import { TransactionFilter } from '../../../src/shared/model/transaction-filter.ts'
import type { TransactionTotals } from '../../../src/shared/model/transaction-history.ts'
import type { Transaction } from '../../../src/shared/model/transaction.ts'
import { makeTransaction } from './make-transactions.ts'
import { matches, sumNaively } from './naive-filter.ts'
import { dec, openTestCache } from './open-cache.ts'

const base = Date.UTC(2026, 0, 31, 22)
const hourMs = 3_600_000
const names = new Map([
  ['SBER@MISX', 'Сбербанк АО'],
  ['AAPL@XNAS', 'Apple Inc'],
  ['Z@@#rtsx', ''],
])

const instrument = (symbol: string, name: string) => ({
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
function walk(transactions: Transactions, filter: TransactionFilter, direction: 'newest' | 'oldest', limit: number) {
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

function sum(db: Db, filter: TransactionFilter): TransactionTotals {
  const steps = createTransactionTotals(db).steps(filter)
  for (let turn = 0; turn < 1_000; turn++) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
  throw new Error('the sum does not end')
}

const sorted = <T>(values: readonly T[]): string[] => values.map((value) => JSON.stringify(value)).sort()
const keyOf = ({ accountId, transaction }: TransactionRow): string => `${accountId} ${transaction.id}`

function expectTruth(
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

const amounts = [
  '0',
  '-0.5',
  '0.5',
  '-1.000000001',
  '1',
  '12.34',
  '-12.34',
  '9223372036854775807.999999999',
  '-9223372036854775807.5',
]
const accounts = ['a', 'b', 'TRQD05:1']
const symbols = [...names.keys(), '']
const categories = ['OTHERS', 'TAX', 'Налог', '']
const moments = fc.oneof(
  fc.integer({ min: -40, max: 40 }).map((hours) => base + hours * hourMs),
  fc.constantFrom(
    base,
    base + 1,
    -62_135_596_800_000,
    253_402_300_799_000,
    Date.UTC(2025, 11, 31, 23, 59, 59),
    Date.UTC(2026, 2, 1),
  ),
)
const row = fc.record({
  account: fc.constantFrom(...accounts),
  id: fc.integer({ min: 0, max: 90 }).map(String),
  at: moments,
  category: fc.constantFrom(...categories),
  name: fc.constantFrom('Комиссия', 'Buy', 'продажа ценных БУМАГ', 'ß “=1”', ''),
  symbol: fc.constantFrom(...symbols),
  change: fc.option(
    fc.record({ currency: fc.constantFrom('RUB', 'USD', ''), amount: fc.constantFrom(...amounts).map(dec) }),
  ),
  isTrade: fc.boolean(),
})
const decimals = fc.option(
  fc
    .oneof(
      fc.constantFrom(...amounts),
      fc.constantFrom('0.0000000001', '-0.5000000001', '99999999999999999999', '-99999999999999999999'),
    )
    .map((text) => parseDecimal(text)!),
)
const isNot = fc.boolean()
const values = (of: readonly string[]) => fc.array(fc.constantFrom(...of, 'unheard'), { minLength: 1, maxLength: 3 })
const condition = fc.oneof(
  fc.record({ field: fc.constant('account' as const), values: values(accounts), isNot }),
  fc.record({ field: fc.constant('category' as const), values: values(categories), isNot }),
  fc.record({ field: fc.constant('symbol' as const), values: values(symbols), isNot }),
  fc.record({ field: fc.constant('mic' as const), values: values(['MISX', 'XNAS', '#rtsx', '']), isNot }),
  fc.record({ field: fc.constant('currency' as const), values: values(['RUB', 'USD', '']), isNot }),
  fc.record({ field: fc.constant('period' as const), from: fc.option(moments), to: fc.option(moments), isNot }),
  fc.record({ field: fc.constant('amount' as const), min: decimals, max: decimals, isNot }),
  fc.record({ field: fc.constant('trade' as const), isNot }),
)
const filters = fc.record({
  conditions: fc.array(condition, { maxLength: 3 }),
  text: fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    fc.constantFrom(
      'комис',
      'омисси',
      'uy',
      'БУМАГ прод',
      'сбер',
      'apple inc',
      'а',
      '“=1”',
      'нет такого',
      'rts tax',
      '"',
      '%',
      'комис\0uy',
    ),
  ),
})

test('pages both ways and totals equal a plain filter over the same rows', () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 70 }),
      fc.array(filters, { minLength: 1, maxLength: 4 }),
      (batch, wanted) => {
        const db = openTestCache()
        const transactions = createTransactions(db)
        const truth = new Map<string, TransactionRow>()
        for (const { account, id, isTrade, ...content } of batch) {
          const trade = isTrade ? { size: dec('1'), price: null, accruedInterest: null } : null
          const transaction: Transaction = makeTransaction(id, content.at, { ...content, trade })
          transactions.upsert(account, [transaction], 1)
          const one = { accountId: account, transaction, instrumentName: names.get(content.symbol) || null }
          truth.set(`${account} ${id}`, one)
        }
        for (const [symbol, name] of names) void createInstruments(db).upsertAll([instrument(symbol, name)])
        for (const filter of wanted) {
          expect(TransactionFilter.safeParse(filter).success).toBe(true)
          expectTruth(db, transactions, [...truth.values()], filter)
        }
        db.close()
      },
    ),
    { numRuns: 150 },
  )
})

/** Enough rows that pages cannot be filled by a walk from the end: each way to a page is taken. */
function fill(db: Db) {
  const transactions = createTransactions(db)
  const truth: TransactionRow[] = []
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
    truth.push(...rows.map((transaction) => ({ accountId, transaction, instrumentName: null })))
  }
  return { transactions, truth }
}

test('what is rare, old, bounded or excluded is found whole, however it is looked for', () => {
  const db = openTestCache()
  const { transactions, truth } = fill(db)
  const is = (field: 'symbol' | 'currency' | 'account' | 'category', ...of: string[]) => ({
    field,
    values: of,
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
    { conditions: [], text: 'едкость' },
    { conditions: [is('account', 'a')], text: 'ре №7' },
    { conditions: [amount('1000', '1100'), { field: 'trade', isNot: true }], text: 'комиссия 1' },
    { conditions: [is('symbol', 'none@XXXX')], text: '' },
  ]
  for (const filter of cases) expectTruth(db, transactions, truth, filter, 100)
})

test('a burst beyond the keys of its millisecond stays inside its period', () => {
  const db = openTestCache()
  const transactions = createTransactions(db)
  const rows = Array.from({ length: 2_500 }, (_, i) => makeTransaction(`b${i}`, base))
  rows.push(makeTransaction('behind', base + 1), makeTransaction('far', base + 60_000))
  transactions.upsert('a', rows, 1)
  const truth = rows.map((transaction) => ({ accountId: 'a', transaction, instrumentName: null }))
  const period = (from: number | null, to: number | null, not = false): TransactionFilter => ({
    conditions: [{ field: 'period', from, to, isNot: not }],
    text: '',
  })
  for (const filter of [period(base, base + 1), period(base + 1, null), period(base, base + 1, true)]) {
    const found = walk(transactions, filter, 'newest', 500)
    expect(sorted(found)).toEqual(sorted(truth.filter((one) => matches(filter, one))))
    expect(sum(db, filter).count).toBe(found.length)
  }
})

test('bounded effort gives up instead of taking long, and unbounded finds', () => {
  const db = openTestCache()
  const transactions = createTransactions(db)
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

test('a search finds a transaction by its instrument, under the name it has now', async () => {
  const db = openTestCache()
  const transactions = createTransactions(db)
  const instruments = createInstruments(db)
  transactions.upsert('a', [makeTransaction('1', base, { symbol: 'SBER@MISX', name: 'Покупка' })], 1)
  const find = (text: string) =>
    walk(transactions, { conditions: [], text }, 'newest', 5).map((one) => one.instrumentName)
  expect(find('сбер')).toEqual([])
  await instruments.upsertAll([instrument('SBER@MISX', 'Сбербанк')])
  expect(find('СБЕР купка')).toEqual(['Сбербанк'])
  await instruments.upsertAll([instrument('SBER@MISX', 'Sberbank')])
  expect([find('сбер'), find('sberb')]).toEqual([[], ['Sberbank']])
})

test('choices are what occurs in the rows, and go when the last such row changes', () => {
  const transactions = createTransactions(openTestCache())
  transactions.upsert(
    'a',
    [makeTransaction('1', base, { symbol: 'SBER@MISX' }), makeTransaction('2', base, { category: '', change: null })],
    1,
  )
  expect(transactions.facets()).toEqual({
    accounts: ['a'],
    categories: ['COMMISSION'],
    currencies: ['RUB'],
    mics: ['MISX'],
  })
  transactions.upsert('a', [makeTransaction('1', base, { category: 'TAX', change: null, symbol: 'SBER@MISX' })], 1)
  expect(transactions.facets()).toMatchObject({ categories: ['TAX'], currencies: [] })
})

test('one row is read whole, and an unknown one is none', () => {
  const transactions = createTransactions(openTestCache())
  const one = makeTransaction('1', base)
  transactions.upsert('a', [one], 5)
  expect(transactions.get('a', '1')).toEqual({ accountId: 'a', transaction: one, instrumentName: null, fetchedAt: 5 })
  expect([transactions.get('b', '1'), transactions.get('a', '2')]).toEqual([null, null])
})
