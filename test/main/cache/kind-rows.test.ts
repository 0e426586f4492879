import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKindRows } from '../../../src/main/cache/kind-rows.ts'
import type { Db } from '../../../src/main/sqlite/db.ts'
import { makeTransaction } from './make-transactions.ts'
import { openTestCache } from './open-cache.ts'
import { openTransactions } from './transactions-rig.ts'

const listed = (db: Db): unknown[] =>
  db.prepare('SELECT kind, key FROM transaction_of_kind ORDER BY kind, key').raw().all()
const waiting = (db: Db): unknown =>
  db.prepare('SELECT count(*) FROM transaction_of_kind WHERE is_settled = 0').pluck().get()

test('whatever comes and goes, each row of a kind is listed once, and few wait', () => {
  const entry = fc.record({ kind: fc.integer({ min: 1, max: 5 }), key: fc.integer({ min: -50, max: 50 }) })
  const batch = fc.array(entry, { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.array(batch, { maxLength: 30 }), (batches) => {
      const db = openTestCache()
      const rows = createKindRows(db, 10)
      const truth = new Map<string, [number, number]>()
      for (const entries of batches) {
        let added = 0
        for (const { kind, key } of entries) {
          const name = `${kind} ${key}`
          if (truth.delete(name)) rows.remove(kind, key)
          else {
            rows.add(kind, key)
            truth.set(name, [kind, key])
            added += 1
          }
        }
        rows.settle(added)
      }
      expect(listed(db)).toEqual([...truth.values()].sort(([a, b], [c, d]) => a - c || b - d))
      db.close()
    }),
    { numRuns: 60 },
  )
})

test('what waits is bounded by what came last', () => {
  const db = openTestCache()
  const rows = createKindRows(db, 100)
  for (let batch = 0; batch < 60; batch++) {
    for (let row = 0; row < 20; row++) rows.add((batch * 7 + row * 13) % 40, batch * 20 + row)
    rows.settle(20)
    // At the end of a round over the kinds fewer may be left than there is to settle.
    expect(waiting(db)).toBeLessThanOrEqual(120)
  }
  expect(listed(db)).toHaveLength(1_200)
})

test('a row that changes its kind or its time is listed under what it is now', () => {
  const db = openTestCache()
  const transactions = openTransactions(db)
  const at = Date.UTC(2026, 2, 2, 9)
  const rows = Array.from({ length: 40 }, (_, index) => makeTransaction(`${index}`, at + index * 1_000))
  transactions.upsert('a', rows, 1)
  const changed = rows.map((row, index) => ({
    ...row,
    name: index % 3 === 0 ? 'Налог' : row.name,
    at: index % 5 === 0 ? row.at + 86_400_000 : row.at,
  }))
  expect(transactions.upsert('a', changed, 2).updated).toBeGreaterThan(10)
  expect(listed(db)).toEqual(db.prepare('SELECT kind, key FROM account_transaction ORDER BY kind, key').raw().all())
})
