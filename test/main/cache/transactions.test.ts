import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinAmount, splitAmount } from '../../../src/main/cache/amount.ts'
import { createCoverage } from '../../../src/main/cache/coverage.ts'
import { createMalformedRows } from '../../../src/main/cache/malformed.ts'
import { createTransactions, type Transactions } from '../../../src/main/cache/transactions.ts'
import { pack } from '../../../src/main/threads/packed.ts'
import { parseDecimal } from '../../../src/shared/decimal.ts'
import type { Transaction } from '../../../src/shared/model/transaction.ts'
import { dec, openTestCache } from './open-cache.ts'

const base = Date.UTC(2026, 2, 2, 9)
const textOf = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')

const transaction = (id: string, at: number, changes: Partial<Transaction> = {}): Transaction => ({
  id,
  at,
  atText: textOf(at),
  category: 'COMMISSION',
  name: 'Брокерская комиссия',
  symbol: '',
  change: { currency: 'RUB', amount: dec('-1.0064') },
  changeQuantity: null,
  trade: null,
  ...changes,
})

/** Every row by keyset pages; bounded. */
function readAll(transactions: Transactions, accountId: string | null, limit: number): Transaction[] {
  const rows: Transaction[] = []
  let before: string | null = null
  for (let page = 0; page < 10_000; page++) {
    const answer = transactions.page({ accountId, before, limit })
    expect(answer.rows.length).toBeLessThanOrEqual(limit)
    rows.push(...answer.rows.map((row) => row.transaction))
    if (answer.next === null) return rows
    before = answer.next
  }
  throw new Error('the pages do not end')
}

test('a row comes back as it went in, its unknowns unknown', () => {
  const transactions = createTransactions(openTestCache())
  const rows = [
    transaction('4', base + 3_000, {
      trade: { size: dec('10'), price: null, accruedInterest: dec('0.01') },
      symbol: 'SBER@MISX',
    }),
    transaction('3', base + 2_000, { atText: '2026-03-02T09:00:02.000000Z', changeQuantity: dec('-5') }),
    transaction('2', base + 1_000, {
      change: null,
      category: '',
      trade: { size: null, price: null, accruedInterest: null },
    }),
    transaction('1', base, { change: { currency: 'JPY', amount: dec('9223372036854775807.999999999') } }),
  ]
  expect(transactions.upsert('a', rows, 77)).toEqual({ inserted: 4, updated: 0, setAside: 0 })
  expect(transactions.page({ accountId: 'a', before: null, limit: 10 })).toEqual({
    rows: rows.map((row) => ({ accountId: 'a', transaction: row, instrumentName: null, fetchedAt: 77 })),
    next: null,
  })
})

test('rows are told apart by account and id alone: twins stay two, the same again stays one', () => {
  const transactions = createTransactions(openTestCache())
  const twins = [transaction('1', base), transaction('2', base)]
  expect(transactions.upsert('a', twins, 1)).toEqual({ inserted: 2, updated: 0, setAside: 0 })
  expect(transactions.upsert('a', twins, 2)).toEqual({ inserted: 0, updated: 0, setAside: 0 })
  expect(transactions.upsert('b', twins, 3)).toEqual({ inserted: 2, updated: 0, setAside: 0 })
  expect([transactions.count('a'), transactions.count('b'), transactions.count(null), transactions.count('c')]).toEqual(
    [2, 2, 4, 0],
  )
})

test('a changed row is updated, and moves when its time changed', () => {
  const transactions = createTransactions(openTestCache())
  transactions.upsert('a', [transaction('1', base), transaction('2', base + 1_000)], 1)
  const changed = transaction('1', base + 5_000, { name: 'corrected', change: null })
  expect(transactions.upsert('a', [changed], 2)).toEqual({ inserted: 0, updated: 1, setAside: 0 })
  expect(readAll(transactions, 'a', 10)).toEqual([changed, transaction('2', base + 1_000)])
})

test('a burst of more rows in a millisecond than it has keys loses none, and keeps its neighbours', () => {
  const transactions = createTransactions(openTestCache())
  const neighbours = [transaction('after', base + 1), transaction('before', base - 1)]
  transactions.upsert('a', neighbours, 1)
  const burst = Array.from({ length: 2_600 }, (_, i) => transaction(`b${i}`, base))
  expect(transactions.upsert('a', burst.slice(0, 1_300), 2).inserted).toBe(1_300)
  expect(transactions.upsert('a', burst.slice(1_000), 2).inserted).toBe(1_300)
  const read = readAll(transactions, null, 1_000)
  expect(new Set(read.map(({ id }) => id)).size).toBe(2_602)
  expect(read.filter(({ at }) => at === base)).toHaveLength(2_600)
  expect(transactions.upsert('a', burst, 3)).toEqual({ inserted: 0, updated: 0, setAside: 0 })
})

test('times beyond what a key can order are kept exactly', () => {
  const transactions = createTransactions(openTestCache())
  const zero = transaction('zero', -62_135_596_800_000, { atText: '0001-01-01T00:00:00Z' })
  const far = transaction('far', 253_402_300_799_000, { atText: '9999-12-31T23:59:59Z' })
  transactions.upsert('a', [far, transaction('now', base), zero], 1)
  expect(readAll(transactions, 'a', 1)).toEqual([far, transaction('now', base), zero])
})

test('rows that cannot be kept exactly are set aside and counted, the others stay', () => {
  const db = openTestCache()
  const transactions = createTransactions(db)
  const fine = transaction('1', base)
  const result = transactions.upsert(
    'a',
    [
      transaction('', base),
      fine,
      transaction('2', base, { change: { currency: 'RUB', amount: dec('0.0000000001') } }),
      transaction('3', base, { change: { currency: 'RUB', amount: dec('9223372036854775808') } }),
    ],
    5,
  )
  expect(result).toEqual({ inserted: 1, updated: 0, setAside: 3 })
  expect(readAll(transactions, 'a', 10)).toEqual([fine])
  const kinds = createMalformedRows(db).list()
  expect(kinds.map(({ path, count }) => [path, count])).toEqual([
    ['transactions.*.change', 2],
    ['transactions.*.id', 1],
  ])
  expect(JSON.stringify(kinds)).not.toContain('922337')
})

test('the interval read whole is covered with its rows, or neither is', async () => {
  const db = openTestCache()
  const transactions = createTransactions(db)
  const coverage = createCoverage(db)
  await transactions.store('a', pack([transaction('1', base)]), 1, { from: base, to: base + 1_000 })
  expect(coverage.list('a')).toEqual([{ from: base, to: base + 1_000 }])
  await transactions.store('a', pack([transaction('2', base + 1_500)]), 1, null)
  expect(coverage.list('a')).toEqual([{ from: base, to: base + 1_000 }])

  db.exec(`CREATE TRIGGER breaks BEFORE INSERT ON coverage BEGIN SELECT raise(ABORT, 'broken'); END`)
  const row = transaction('3', base + 2_000, { name: 'a name not seen before', category: 'a category not seen before' })
  await expect(transactions.store('a', pack([row]), 2, { from: base + 2_000, to: base + 3_000 })).rejects.toThrow(
    'broken',
  )
  expect(transactions.count('a')).toBe(2)
  expect(coverage.list('a')).toHaveLength(1)

  // What the rolled-back batch entered into the dictionaries is gone: the next batch must not trust its keys.
  db.exec('DROP TRIGGER breaks')
  await transactions.store('a', pack([transaction('4', base + 1, { name: 'other', category: 'OTHERS' })]), 3, null)
  await transactions.store('a', pack([row]), 3, null)
  expect(readAll(transactions, 'a', 10).find(({ id }) => id === '3')).toEqual(row)
})

test('a long page is kept in small transactions, and is covered only with its last rows', async () => {
  const db = openTestCache()
  const transactions = createTransactions(db)
  const coverage = createCoverage(db)
  const rows = Array.from({ length: 950 }, (_, i) => transaction(`r${i}`, base + i * 1_000))
  const interval = { from: base, to: base + 950_000 }
  const seen: [number, number][] = []
  let isStored = false
  const stored = transactions.store('a', pack(rows.toReversed()), 1, interval).then((result) => {
    isStored = true
    return result
  })
  for (let turn = 0; turn < 1_000 && !isStored; turn++) {
    seen.push([transactions.count('a'), coverage.list('a').length])
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await stored).toEqual({ inserted: 950, updated: 0, setAside: 0 })
  expect(coverage.list('a')).toEqual([interval])
  const partial = seen.filter(([count]) => count > 0 && count < 950)
  expect(partial.length).toBeGreaterThan(1)
  expect(partial.every(([, covered]) => covered === 0)).toBe(true)
})

test('coverage merges what overlaps or touches, per account', () => {
  const db = openTestCache()
  const coverage = createCoverage(db)
  for (const [from, to] of [
    [10, 20],
    [30, 40],
    [50, 60],
    [20, 30],
    [5, 6],
    [7, 7],
    [9, 2],
  ] as const)
    coverage.cover('a', from, to)
  coverage.cover('b', 0, 100)
  expect(coverage.list('a')).toEqual([
    { from: 5, to: 6 },
    { from: 10, to: 40 },
    { from: 50, to: 60 },
  ])
  coverage.cover('a', 0, 55)
  expect(coverage.list('a')).toEqual([{ from: 0, to: 60 }])
  expect(coverage.list('unheard')).toEqual([])
})

test('coverage equals the set of moments that were covered', () => {
  const interval = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 12 }))
  fc.assert(
    fc.property(fc.array(interval, { maxLength: 12 }), (intervals) => {
      const db = openTestCache()
      const coverage = createCoverage(db)
      const moments = new Set<number>()
      for (const [from, length] of intervals) {
        coverage.cover('a', from, from + length)
        for (let moment = from; moment < from + length; moment++) moments.add(moment)
      }
      const list = coverage.list('a')
      db.close()
      const listed = list.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i))
      expect(listed).toEqual([...moments].sort((a, b) => a - b))
      for (const [index, { from }] of list.entries()) expect(from).toBeGreaterThan(list[index - 1]?.to ?? -1)
    }),
    { numRuns: 60 },
  )
})

test('pages of any size, over any batches in any order, give each row once, newest first', () => {
  const row = fc.record({
    account: fc.constantFrom('a', 'b'),
    id: fc.integer({ min: 0, max: 60 }),
    second: fc.integer({ min: 0, max: 8 }),
  })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 80 }), fc.integer({ min: 1, max: 9 }), (rows, limit) => {
      const db = openTestCache()
      const transactions = createTransactions(db)
      const truth = new Map<string, { account: string; row: Transaction }>()
      for (const { account, id, second } of rows) {
        const one = transaction(`${id}`, base + second * 1_000)
        truth.set(`${account} ${id}`, { account, row: one })
        transactions.upsert(account, [one], 1)
      }
      for (const account of ['a', 'b', null]) {
        const read = readAll(transactions, account, limit)
        const expected = [...truth.values()]
          .filter((one) => account === null || one.account === account)
          .map((one) => one.row)
        const key = ({ id, at }: Transaction): string => `${at} ${id}`
        expect(read.map(key).sort()).toEqual(expected.map(key).sort())
        expect(read.map(({ at }) => at)).toEqual(read.map(({ at }) => at).sort((a, b) => b - a))
        expect(transactions.count(account)).toBe(expected.length)
      }
      db.close()
    }),
    { numRuns: 40 },
  )
})

test('a cursor that no page gave out is refused', () => {
  const transactions = createTransactions(openTestCache())
  for (const before of ['', 'x', '1.5', '99999999999999999999', '1; DROP TABLE account']) {
    expect(() => transactions.page({ accountId: null, before, limit: 1 })).toThrow(/Start from the newest/)
  }
})

test('amounts split and join to the same digits, or are refused', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(2n ** 63n - 1n), max: 2n ** 63n - 1n }),
      fc.integer({ min: 0, max: 999_999_999 }),
      (units, nanos) => {
        const text = parseDecimal(`${units}.${String(nanos).padStart(9, '0')}`)!
        const parts = splitAmount(text)!
        expect(joinAmount(String(parts.units), parts.nanos)).toBe(text)
        expect(Math.sign(parts.nanos) * Math.sign(Number(parts.units))).toBeGreaterThanOrEqual(0)
      },
    ),
  )
  expect(splitAmount(dec('-0.0064'))).toEqual({ units: 0n, nanos: -6_400_000 })
  expect(joinAmount('0', -6_400_000)).toBe('-0.0064')
  expect(splitAmount(dec('0.1234567891'))).toBeNull()
})
