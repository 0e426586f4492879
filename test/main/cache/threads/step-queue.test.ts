import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCache, openCacheReader } from '../../../src/main/cache/open.ts'
import { createSumQueue } from '../../../src/main/cache/sum-queue.ts'
import type { TransactionFilter } from '../../../src/shared/model/transaction-filter.ts'
import type { TransactionTotals } from '../../../src/shared/model/transaction-history.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { makeTransaction } from './make-transactions.ts'
import { dec } from './open-cache.ts'
import { openTransactions } from './transactions-rig.ts'

const base = Date.UTC(2026, 2, 2, 9)
const dayMs = 86_400_000
/** Only a scan of all rows, in many steps, can tell. */
const scanned: TransactionFilter = {
  conditions: [{ field: 'amount', min: dec('-100'), max: null, isNot: false }],
  text: '',
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

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
  const answers = new Map<number, TransactionTotals>()
  const failures: number[] = []
  const sums = createSumQueue(reader, {
    answer: (id, totals) => answers.set(id, totals),
    fail: (id) => failures.push(id),
  })
  async function answered(id: number): Promise<number | undefined> {
    for (let turns = 0; turns < 500 && !answers.has(id); turns++) await turn()
    return answers.get(id)?.count
  }
  /** As many new rows again, among those that are here. */
  const addRows = (name: string) =>
    transactions.upsert(
      'a',
      days.map((one) => ({ ...one, id: `${name} ${one.id}` })),
      1,
    )
  return { sums, answered, addRows, reader, failures }
}

test('a sum is of one state, whatever is written while it goes on', async () => {
  const { sums, answered, addRows, reader } = start()
  sums.ask(1, scanned)
  for (let turns = 0; turns < 5; turns++) await turn()
  addRows('late')
  expect(await answered(1)).toBe(100)
  expect(reader.inTransaction).toBe(false)
  sums.ask(2, scanned)
  expect(await answered(2)).toBe(200)
})

test('a sum that a newer question put off begins anew, with what was written meanwhile', async () => {
  const { sums, answered, addRows } = start()
  sums.ask(1, scanned)
  for (let turns = 0; turns < 5; turns++) await turn()
  addRows('late')
  sums.ask(2, scanned)
  expect(await answered(2)).toBe(200)
  expect(await answered(1)).toBe(200)
})

test('what is read in between reads the newest state', async () => {
  const { sums, answered, addRows, reader } = start()
  sums.ask(1, scanned)
  for (let turns = 0; turns < 5; turns++) await turn()
  addRows('late')
  sums.putOff()
  expect(reader.prepare('SELECT count(*) FROM account_transaction').pluck().get()).toBe(200)
  expect(await answered(1)).toBe(200)
})

test('of many questions the oldest is given up, and the others are answered', async () => {
  const { sums, answered, failures } = start()
  for (let id = 1; id <= 5; id++) sums.ask(id, scanned)
  expect(await answered(2)).toBe(100)
  expect(failures).toEqual([1])
})
