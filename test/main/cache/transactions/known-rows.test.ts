import { expect, test } from 'vitest'
import { createCoverage } from '#main/cache/history/coverage.ts'
import { createTransactions, type StoreHistory } from '#main/cache/transactions/transactions.ts'
import { pack } from '#main/threads/packed-rows.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { dec, openTestCache } from '../open-cache.ts'
import { makeTransaction } from './make-transactions.ts'
import { base } from './rig.ts'

const trade = { size: dec('10'), price: dec('265.1'), accruedInterest: null }
const rows = [
  makeTransaction('1', base, { category: 'TRADE', symbol: 'SBER@MISX', changeQuantity: dec('10'), trade }),
  makeTransaction('2', base + 1_500, { atText: '2026-03-02T09:00:01.500000Z', change: null, name: 'Notice' }),
]
const interval = { from: base, to: base + 60_000 }

/** A cache that contains `rows`. Its fake thread counts its requests and can be made to wait. */
async function open() {
  const db = openTestCache()
  const threadTransactions = createTransactions(db)
  await threadTransactions.store('a', pack(rows), 1, null)
  const state = { requestCount: 0, wait: Promise.resolve() }
  const store: StoreHistory = async (...response) => {
    state.requestCount++
    await state.wait
    return threadTransactions.store(...response)
  }
  const transactions = createTransactions(db, { ...threadTransactions, store })
  const storeRows = (content: readonly Transaction[]) => transactions.store('a', pack(content), 2, interval)
  return { db, state, transactions, storeRows, covered: () => createCoverage(db).list('a') }
}

test('a response with only stored rows needs no thread, and its interval is covered', async () => {
  const { state, transactions, storeRows, covered } = await open()
  expect(await storeRows(rows)).toEqual({ inserted: 0, updated: 0, setAside: 0 })
  expect(await storeRows([])).toEqual({ inserted: 0, updated: 0, setAside: 0 })
  expect(state.requestCount).toBe(0)
  expect(covered()).toEqual([interval])
  expect(transactions.get('a', '1')?.fetchedAt).toBe(1)
})

test('the thread stores a new or changed row together with the interval', async () => {
  const changes: readonly Partial<Transaction>[] = [
    { at: base + 1 },
    { name: 'Other' },
    { changeQuantity: dec('11') },
    { trade: null },
    { change: { currency: 'USD', amount: dec('-1.0064') } },
    { id: 'new' },
  ]
  for (const change of changes) {
    const { state, transactions, storeRows, covered } = await open()
    const changed = { ...makeTransaction('1', base), ...rows[0], ...change }
    await storeRows([changed])
    expect([change, state.requestCount, covered()]).toEqual([change, 1, [interval]])
    expect(transactions.get('a', changed.id)?.transaction).toEqual(changed)
  }
})

test('a later response waits while the thread writes, so that the content that was read last is stored last', async () => {
  const { state, transactions, storeRows } = await open()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  state.wait = promise.then(() => undefined)
  const [first, second] = [storeRows([makeTransaction('1', base, { name: 'Other' })]), storeRows(rows)]
  resolve(undefined)
  await Promise.all([first, second])
  expect(state.requestCount).toBe(2)
  expect(transactions.get('a', '1')?.transaction).toEqual(rows[0])
})
