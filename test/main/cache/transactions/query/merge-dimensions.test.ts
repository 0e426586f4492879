import { expect, test } from 'vitest'
import { compileFilter } from '#main/cache/transactions/query/filter-sql.ts'
import { createDimensionFinder } from '#main/cache/transactions/query/find-dimensions.ts'
import { mergeDimensions } from '#main/cache/transactions/query/merge-dimensions.ts'
import { keepStatements } from '#main/cache/transactions/query/statements.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { openTestCache } from '../../open-cache.ts'
import { makeTransaction } from '../make-transactions.ts'
import { base, openTransactions } from '../rig.ts'

/** The first `wanted` keys of all rows: merged by the strategy, and in the order of the table. */
function merge(rows: readonly Transaction[], isNewest: boolean, wanted: number) {
  const db = openTestCache()
  openTransactions(db).upsert('a', rows, 1)
  const prepare = keepStatements(db)
  const context = { prepare, findDimensions: createDimensionFinder(db, prepare) }
  const filter = compileFilter({ conditions: [], text: 'name' })
  const range = { low: Number.MIN_SAFE_INTEGER, high: Number.MAX_SAFE_INTEGER, isNewest, wanted }
  const keys = db.prepare<[], number>('SELECT key FROM account_transaction ORDER BY key').pluck().all()
  return {
    merged: mergeDimensions(context, filter, range),
    expected: { keys: (isNewest ? keys.toReversed() : keys).slice(0, wanted), rest: null },
  }
}

for (const isNewest of [false, true])
  test(`dimensions with bursts and long pauses are merged in time order, ${isNewest ? 'newest' : 'oldest'} first`, () => {
    const seconds = [0, 1, 2, 3, 4_000, 4_001, 8_000]
    const rows = Array.from({ length: 60 }, (_, name) =>
      seconds.map((second, index) =>
        makeTransaction(`${name}.${index}`, base + (name * 100 + second) * 1_000, { name: `Name ${name}` }),
      ),
    ).flat()
    for (const wanted of [1, 7, 100, 420]) {
      const { merged, expected } = merge(rows, isNewest, wanted)
      expect(merged).toEqual(expected)
    }
  })

test('with fewer dimensions than wanted rows, the merge returns the rest of the range when it would read too many rows', () => {
  const rows = Array.from({ length: 3_100 }, (_, index) =>
    makeTransaction(`${index}`, base + index * 1_000, { name: `Name ${index % 3}` }),
  )
  const { merged } = merge(rows, true, 3_050)
  expect(merged.keys).toEqual([])
  expect(merged.rest?.wanted).toBe(3_050)
})
