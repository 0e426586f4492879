import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMalformedRows } from '#main/cache/tables/malformed-rows.ts'
import { joinAmount, splitAmount } from '#main/cache/transactions/rows/amount.ts'
import { parseDecimal } from '#shared/decimal.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { runs } from '../../../runs.ts'
import { withReason } from '../../reason.ts'
import { dec, openTestCache } from '../open-cache.ts'
import { makeTransaction } from './make-transactions.ts'
import { rowOf } from './query/naive-filter.ts'
import { base, openTransactions, readAll } from './rig.ts'

test('a row is read as it was stored, and unknown values stay unknown', () => {
  const transactions = openTransactions(openTestCache())
  const rows = [
    makeTransaction('4', base + 3_000, {
      trade: { size: dec('10'), price: null, accruedInterest: dec('0.01') },
      symbol: 'SBER@MISX',
    }),
    makeTransaction('3', base + 2_000, { atText: '2026-03-02T09:00:02.000000Z', changeQuantity: dec('-5') }),
    makeTransaction('2', base + 1_000, {
      change: null,
      category: '',
      trade: { size: null, price: null, accruedInterest: null },
    }),
    makeTransaction('1', base, { change: { currency: 'JPY', amount: dec('9223372036854775807.999999999') } }),
  ]
  expect(transactions.upsert('a', rows, 77)).toEqual({ inserted: 4, updated: 0, setAside: 0 })
  expect(transactions.page({ accountId: 'a', before: null, limit: 10 })).toEqual({
    rows: rows.map((row) => ({ ...rowOf('a', row), fetchedAt: 77 })),
    next: null,
  })
})

test('account and id identify a row: equal rows with two ids are both stored, and a repeated row is stored once', () => {
  const transactions = openTransactions(openTestCache())
  const equalRows = [makeTransaction('1', base), makeTransaction('2', base)]
  expect(transactions.upsert('a', equalRows, 1)).toEqual({ inserted: 2, updated: 0, setAside: 0 })
  expect(transactions.upsert('a', equalRows, 2)).toEqual({ inserted: 0, updated: 0, setAside: 0 })
  expect(transactions.upsert('b', equalRows, 3)).toEqual({ inserted: 2, updated: 0, setAside: 0 })
  expect([transactions.count('a'), transactions.count('b'), transactions.count(null), transactions.count('c')]).toEqual(
    [2, 2, 4, 0],
  )
})

test('a changed row is updated, and moves when its time changes', () => {
  const transactions = openTransactions(openTestCache())
  transactions.upsert('a', [makeTransaction('1', base), makeTransaction('2', base + 1_000)], 1)
  const changed = makeTransaction('1', base + 5_000, { name: 'corrected', change: null })
  expect(transactions.upsert('a', [changed], 2)).toEqual({ inserted: 0, updated: 1, setAside: 0 })
  expect(readAll(transactions, 'a', 10)).toEqual([changed, makeTransaction('2', base + 1_000)])
})

test('a burst with more rows than a millisecond has keys loses no rows and keeps the rows around it', () => {
  const transactions = openTransactions(openTestCache())
  const neighbours = [makeTransaction('after', base + 1), makeTransaction('before', base - 1)]
  transactions.upsert('a', neighbours, 1)
  const burst = Array.from({ length: 2_600 }, (_, i) => makeTransaction(`b${i}`, base))
  expect(transactions.upsert('a', burst.slice(0, 1_300), 2).inserted).toBe(1_300)
  expect(transactions.upsert('a', burst.slice(1_000), 2).inserted).toBe(1_300)
  const read = readAll(transactions, null, 1_000)
  expect(new Set(read.map(({ id }) => id)).size).toBe(2_602)
  expect(read.filter(({ at }) => at === base)).toHaveLength(2_600)
  expect(transactions.upsert('a', burst, 3)).toEqual({ inserted: 0, updated: 0, setAside: 0 })
})

test('times outside the range of the keys are stored exactly', () => {
  const transactions = openTransactions(openTestCache())
  const zero = makeTransaction('zero', -62_135_596_800_000, { atText: '0001-01-01T00:00:00Z' })
  const far = makeTransaction('far', 253_402_300_799_000, { atText: '9999-12-31T23:59:59Z' })
  transactions.upsert('a', [far, makeTransaction('now', base), zero], 1)
  expect(readAll(transactions, 'a', 1)).toEqual([far, makeTransaction('now', base), zero])
})

test('rows that cannot be stored exactly are set aside and counted, and the other rows are stored', () => {
  const db = openTestCache()
  const transactions = openTransactions(db)
  const valid = makeTransaction('1', base)
  const result = transactions.upsert(
    'a',
    [
      makeTransaction('', base),
      valid,
      makeTransaction('2', base, { change: { currency: 'RUB', amount: dec('0.0000000001') } }),
      makeTransaction('3', base, { change: { currency: 'RUB', amount: dec('9223372036854775808') } }),
    ],
    5,
  )
  expect(result).toEqual({ inserted: 1, updated: 0, setAside: 3 })
  expect(readAll(transactions, 'a', 10)).toEqual([valid])
  const faults = createMalformedRows(db).list()
  expect(faults.map(({ path, count }) => [path, count])).toEqual([
    ['transactions.*.change', 2],
    ['transactions.*.id', 1],
  ])
  expect(JSON.stringify(faults)).not.toContain('922337')
})

test('pages of any size return each row once, newest first, for rows stored in any order', () => {
  const row = fc.record({
    account: fc.constantFrom('a', 'b'),
    id: fc.integer({ min: 0, max: 60 }),
    second: fc.integer({ min: 0, max: 8 }),
  })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 80 }), fc.integer({ min: 1, max: 9 }), (rows, limit) => {
      const db = openTestCache()
      const transactions = openTransactions(db)
      const expectedRows = new Map<string, { account: string; row: Transaction }>()
      for (const { account, id, second } of rows) {
        const transaction = makeTransaction(`${id}`, base + second * 1_000)
        expectedRows.set(`${account} ${id}`, { account, row: transaction })
        transactions.upsert(account, [transaction], 1)
      }
      for (const account of ['a', 'b', null]) {
        const read = readAll(transactions, account, limit)
        const expected = [...expectedRows.values()]
          .filter((stored) => account === null || stored.account === account)
          .map((stored) => stored.row)
        const key = ({ id, at }: Transaction): string => `${at} ${id}`
        expect(read.map(key).sort()).toEqual(expected.map(key).sort())
        expect(read.map(({ at }) => at)).toEqual(read.map(({ at }) => at).sort((a, b) => b - a))
        expect(transactions.count(account)).toBe(expected.length)
      }
      db.close()
    }),
    { numRuns: runs(40) },
  )
})

test('an invalid cursor is refused', () => {
  const transactions = openTransactions(openTestCache())
  for (const before of ['', 'x', '1.5', '99999999999999999999', '1; DROP TABLE account']) {
    expect(() => transactions.page({ accountId: null, before, limit: 1 })).toThrow(withReason('no-such-page'))
  }
})

test('an amount that is split and joined has the same digits, or is refused', () => {
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
