import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCache, openCacheReader } from '#main/cache/open.ts'
import { StepQueue } from '#main/cache/threads/step-queue.ts'
import { TotalsReader } from '#main/cache/transactions/totals/totals-reader.ts'
import type { TransactionTotals } from '#shared/model/transaction/history.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { dec } from '../open-cache.ts'
import { makeTransaction } from '../transactions/make-transactions.ts'
import { openTransactions } from '../transactions/rig.ts'

const base = Date.UTC(2026, 2, 2, 9)
const dayMs = 86_400_000
/** The totals of this filter need a scan of all rows, in many steps. */
const scanned: TransactionFilter = {
  conditions: [{ field: 'amount', min: dec('-100'), max: null, isNot: false }],
  text: '',
}
const nextTick = () => new Promise((resolve) => setImmediate(resolve))

function start() {
  const path = join(makeTemporaryDirectory(), 'cache.sqlite')
  const { db } = openCache(path)
  const reader = openCacheReader(path)
  onTestFinished(() => {
    reader.close()
    db.close()
  })
  const transactions = openTransactions(db)
  const days = Array.from({ length: 100 }, (_, day) => makeTransaction(`${day}`, base - day * dayMs))
  transactions.upsert('a', days, 1)
  const results = new Map<number, TransactionTotals>()
  const failures: number[] = []
  const queue = new StepQueue(reader)
  const totals = new TotalsReader(reader)
  const sum = (id: number): void =>
    void queue
      .run(() => totals.steps(scanned))
      .then(
        (found) => results.set(id, found),
        () => failures.push(id),
      )
  async function resultOf(id: number): Promise<number | undefined> {
    for (let ticks = 0; ticks < 500 && !results.has(id); ticks++) await nextTick()
    return results.get(id)?.count
  }
  /** Adds the same number of rows between the stored rows. */
  const addRows = (name: string) =>
    transactions.upsert(
      'a',
      days.map((day) => ({ ...day, id: `${name} ${day.id}` })),
      1,
    )
  return { queue, sum, resultOf, addRows, reader, failures }
}

test('totals are computed from one snapshot, even if rows are written during the computation', async () => {
  const { sum, resultOf, addRows, reader } = start()
  sum(1)
  for (let ticks = 0; ticks < 5; ticks++) await nextTick()
  addRows('late')
  expect(await resultOf(1)).toBe(100)
  expect(reader.inTransaction).toBe(false)
  sum(2)
  expect(await resultOf(2)).toBe(200)
})

test('totals interrupted by a newer request start again and include the rows written since', async () => {
  const { sum, resultOf, addRows } = start()
  sum(1)
  for (let ticks = 0; ticks < 5; ticks++) await nextTick()
  addRows('late')
  sum(2)
  expect(await resultOf(2)).toBe(200)
  expect(await resultOf(1)).toBe(200)
})

test('a statement between the steps reads the newest state', async () => {
  const { sum, resultOf, addRows, reader, queue } = start()
  sum(1)
  for (let ticks = 0; ticks < 5; ticks++) await nextTick()
  addRows('late')
  queue.interrupt()
  expect(reader.prepare('SELECT count(*) FROM account_transaction').pluck().get()).toBe(200)
  expect(await resultOf(1)).toBe(200)
})

test('when many requests are queued, the oldest is cancelled and the others get a result', async () => {
  const { sum, resultOf, failures } = start()
  for (let id = 1; id <= 5; id++) sum(id)
  expect(await resultOf(2)).toBe(100)
  expect(failures).toEqual([1])
})
