import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCoverage } from '#main/cache/history/coverage.ts'
import { createUnreadableRows } from '#main/cache/history/unreadable-rows.ts'
import { createTransactions } from '#main/cache/transactions/transactions.ts'
import { pack } from '#main/threads/packed-rows.ts'
import type { LostRow } from '#shared/model/transaction/transaction.ts'
import { openTestCache } from '../open-cache.ts'
import { makeTransaction } from '../transactions/make-transactions.ts'

const base = Date.UTC(2026, 2, 5)
const hour = 3_600_000
const between = (from: number, to: number) => ({ from: base + from * hour, to: base + to * hour })
const lostAt = (hours: number, id: string | null = null): LostRow => ({ id, at: base + hours * hour })

function open() {
  const db = openTestCache()
  createCoverage(db).cover('a', base, base + 1)
  const rows = createUnreadableRows(db)
  return {
    db,
    read: (from: number, to: number, lost: readonly LostRow[]) => rows.replace('a', between(from, to), lost),
    list: () => rows.list('a'),
  }
}

test('a later reading of the interval replaces the rows of it, and no others', () => {
  const { read, list } = open()
  read(0, 24, [lostAt(1), lostAt(10), lostAt(20)])
  expect(list().map(({ from, count }) => [from, count])).toEqual([1, 10, 20].map((at) => [base + at * hour, 1]))
  read(5, 15, [])
  expect(list().map(({ from }) => from)).toEqual([1, 20].map((at) => base + at * hour))
  read(0, 24, [])
  expect(list()).toEqual([])
})

test('a row of unknown time is somewhere in its interval, and not where a later reading lacks it', () => {
  const { read, list } = open()
  read(0, 24, [{ id: '7', at: null }])
  expect(list()).toEqual([{ ...between(0, 24), count: 1 }])
  read(12, 30, [])
  expect(list()).toEqual([{ ...between(0, 12), count: 1 }])
  read(-3, 2, [])
  expect(list()).toEqual([{ ...between(2, 12), count: 1 }])
  read(2, 12, [])
  expect(list()).toEqual([])
})

test('overlapping readings of the same rows count each row once', () => {
  const { read, list } = open()
  const lost = [{ id: '7', at: null }, { id: null, at: null }, { id: null, at: null }, lostAt(5), lostAt(5, '8')]
  for (const shift of [0, 1, 2]) read(shift, shift + 10, lost)
  expect(list().reduce((sum, { count }) => sum + count, 0)).toBe(5)
})

test('a row whose id is stored was read before or later, so it is not lost', async () => {
  const { db, read, list } = open()
  read(0, 24, [lostAt(5, '7'), lostAt(5)])
  expect(list()).toMatchObject([{ count: 2 }])
  await createTransactions(db).store('a', pack([makeTransaction('7', base + 40 * hour)]), 1, null)
  expect(list()).toMatchObject([{ count: 1 }])
})

test('an account without rows that could not be read has none, and another account neither', () => {
  const { db, read } = open()
  read(0, 24, [lostAt(1)])
  expect(createUnreadableRows(db).list('b')).toEqual([])
})

test('very many times are one sum', () => {
  const { read, list } = open()
  read(
    0,
    24_000,
    Array.from({ length: 600 }, (_, index) => lostAt(index * 10)),
  )
  expect(list()).toEqual([{ from: base, to: base + 5_990 * hour + 1, count: 600 }])
})

test('after readings of any intervals the rows are those that the last reading of each time lost', () => {
  const place = fc.integer({ min: 0, max: 40 })
  const reading = fc.record({ from: place, width: fc.integer({ min: 1, max: 20 }), lost: fc.array(place) })
  const { db } = open()
  const [coverage, rows] = [createCoverage(db), createUnreadableRows(db)]
  let runs = 0
  fc.assert(
    fc.property(fc.array(reading, { maxLength: 12 }), (readings) => {
      const account = `account ${runs++}`
      coverage.cover(account, base, base + 1)
      let expected = new Set<number>()
      for (const { from, width, lost } of readings) {
        const inside = new Set(lost.filter((at) => at >= from && at < from + width))
        // Times outside the interval are of another reading.
        const all = [...new Set(lost)].map((at) => lostAt(at))
        rows.replace(account, between(from, from + width), all)
        expected = new Set([...[...expected].filter((at) => at < from || at >= from + width), ...inside])
      }
      expect(rows.list(account).map(({ from }) => (from - base) / hour)).toEqual([...expected].sort((a, b) => a - b))
    }),
    { numRuns: 100 },
  )
})
